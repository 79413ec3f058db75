//! Single cases that are easier to say than to find: repeated parts, ambiguity, limits, what is refused and how.

use dal_key::{
    Bound, Cut, KeyError, KeyProblem, Kind, MAX_SORT_KEY_BYTES, Part, Parts, Precision, Segment,
    SortCondition, Style, Template, Words, lit, part,
};

const TEXT: Kind<'_> = Kind::Text(None);
const MILLIS: Kind<'_> = Kind::Time(Precision::Millis);

fn text(value: &str) -> Part<'_> {
    Part::Text(value.into())
}

fn parts<const N: usize>(values: [Part<'_>; N]) -> Parts {
    let mut parts = Parts::new();
    for (number, value) in (0..).zip(values) {
        parts.set(number, value.into_owned());
    }
    parts
}

fn written(segments: &[Segment<'_>], source: &Parts) -> Result<String, KeyError> {
    let mut text = String::new();
    Template::new(segments).write(source, &mut text).map(|()| text)
}

fn read(segments: &[Segment<'_>], text: &str) -> Result<Parts, KeyError> {
    let mut parts = Parts::new();
    Template::new(segments).parse(text, &mut parts).map(|()| parts)
}

#[test]
fn values_with_the_delimiter_do_not_collide() {
    let segments = [part(0, TEXT), lit("#"), part(1, TEXT)];
    assert_eq!(written(&segments, &parts([text("A#"), text("B")])).as_deref(), Ok("A$23#B"));
    assert_eq!(written(&segments, &parts([text("A"), text("#B")])).as_deref(), Ok("A#$23B"));
}

#[test]
fn an_absent_part_is_named() {
    let segments = [lit("USER#"), part(3, Kind::Ulid)];
    let error = KeyError { part: Some(3), problem: KeyProblem::Absent };
    assert_eq!(written(&segments, &Parts::new()), Err(error.clone()));
    assert_eq!(error.to_string(), "part 3 is absent, and the key needs it");
}

#[test]
fn a_value_of_another_kind_is_refused() {
    let segments = [part(0, Kind::Ulid)];
    let error = written(&segments, &parts([Part::Int(1)])).unwrap_err();
    assert_eq!(error.to_string(), "part 0 is an integer, and its kind is `ulid`");
}

#[test]
fn raw_text_must_not_hold_what_ends_it() {
    let segments = [part(0, TEXT).raw(), lit("#"), part(1, TEXT).raw()];
    assert_eq!(written(&segments, &parts([text("a b$"), text("c#d")])).as_deref(), Ok("a b$#c#d"));
    assert!(matches!(
        written(&segments, &parts([text("a#"), text("b")])).map_err(|error| error.problem),
        Err(KeyProblem::Unparsable(_))
    ));
    let read = read(&segments, "a b$#c#d").unwrap();
    assert_eq!((read.get(0), read.get(1)), (Some(&text("a b$")), Some(&text("c#d"))));
}

#[test]
fn text_before_another_literal_must_not_hold_its_first_character() {
    let segments = [part(0, TEXT), lit("-"), part(1, TEXT)];
    assert!(matches!(
        written(&segments, &parts([text("a-"), text("b")])).map_err(|error| error.problem),
        Err(KeyProblem::Unparsable(_))
    ));
    // A pattern may keep them apart.
    let segments = [part(0, Kind::Text(Some("[0-9]{2}-[0-9]"))), lit("-"), part(1, TEXT)];
    let key = written(&segments, &parts([text("12-3"), text("4-5")])).unwrap();
    assert_eq!(key, "12-3-4-5");
    assert_eq!(read(&segments, &key).unwrap(), parts([text("12-3"), text("4-5")]));
}

#[test]
fn an_enum_and_a_date_need_no_delimiter_of_their_own() {
    let segments = [part(0, Kind::Enum(Words("open|in-review"))), lit("-"), part(1, Kind::Date)];
    let source = parts([Part::Word("in-review".into()), Part::Date(20_787)]);
    assert_eq!(written(&segments, &source).as_deref(), Ok("in-review-2026-11-30"));
    assert_eq!(read(&segments, "in-review-2026-11-30"), Ok(source));
}

#[test]
fn what_can_be_read_in_two_ways_is_not_read() {
    let segments = [part(0, Kind::Enum(Words("a|ab"))), part(1, Kind::Text(Some("b?c")))];
    assert_eq!(read(&segments, "abc").unwrap_err().to_string(), "the key can be read in more than one way");
    assert_eq!(read(&segments, "ac"), Ok(parts([Part::Word("a".into()), text("c")])));
}

#[test]
fn what_only_looks_like_a_second_way_is_none() {
    let segments =
        [part(0, Kind::Enum(Words("a|ab"))), part(1, Kind::Int { min: 0, max: 99 }), part(2, TEXT)];
    // Not `a`, `b1`, `23`: that is no integer.
    assert_eq!(read(&segments, "ab123"), Ok(parts([Part::Word("ab".into()), Part::Int(12), text("3")])));
}

#[test]
fn a_part_in_two_segments_is_read_in_full_and_must_agree() {
    for order in [[true, false], [false, true]] {
        let segment = |cut: bool| if cut { part(0, MILLIS).cut(Cut::Month) } else { part(0, MILLIS) };
        let segments = [segment(order[0]), lit("#"), segment(order[1])];
        let source = parts([Part::Time { seconds: 1_796_010_516, nanos: 123_000_000 }]);
        let key = written(&segments, &source).unwrap();
        assert_eq!(read(&segments, &key), Ok(source));
        let error = read(&segments, &key.replacen("2026-11", "2026-10", 1)).unwrap_err();
        assert_eq!(error.to_string(), "the key holds two values of one part");
    }
}

#[test]
fn a_cut_part_does_not_replace_the_whole_one_of_another_key() {
    let whole = [part(0, MILLIS)];
    let cut = [lit("DAY#"), part(0, MILLIS).cut(Cut::Date)];
    let source = parts([Part::Time { seconds: 1_796_010_516, nanos: 123_000_000 }]);
    let keys = [(&whole[..], written(&whole, &source).unwrap()), (&cut[..], written(&cut, &source).unwrap())];
    for order in [[0, 1], [1, 0]] {
        let mut read = Parts::new();
        for place in order {
            let (segments, key) = &keys[place];
            Template::new(segments).parse(key, &mut read).unwrap();
        }
        assert_eq!(read, source);
    }
    // One that contradicts it does.
    let mut read = source;
    Template::new(&cut).parse("DAY#2026-12-01", &mut read).unwrap();
    assert_eq!(read, parts([Part::Time { seconds: 1_796_083_200, nanos: 0 }]));
}

#[test]
fn errors_say_where_a_text_departs() {
    let segments = [lit("ITEM#"), part(2, Kind::Ulid), lit("#"), part(1, Kind::Date)];
    let says = |text: &str| read(&segments, text).unwrap_err().to_string();
    assert_eq!(says("USER#1"), "the key does not go on with `ITEM#` at byte 0");
    assert_eq!(says("ITEM#1"), "part 2 is not `ulid` in its format at byte 5");
    assert_eq!(
        says("ITEM#01JBRC28T5FAY8VVR14D2PF2DB#2026-02-29"),
        "part 1 is not `date` in its format at byte 32"
    );
    assert_eq!(read(&[lit("A")], "AB").unwrap_err().to_string(), "the key goes on after its last part");
}

#[test]
fn a_hostile_text_is_refused_quickly() {
    // No delimiter decides, and every place is possible.
    let segments = [part(0, TEXT), part(1, TEXT), part(2, TEXT), part(3, TEXT)];
    assert!(read(&segments, &"a".repeat(2_048)).is_err());
    let segments = [part(0, Kind::Text(Some("[a]*[a]*[a]*b"))), lit("a"), part(1, TEXT)];
    assert!(read(&segments, &"a".repeat(2_048)).is_err());
}

#[test]
fn a_part_that_is_not_delimited_is_not_a_prefix_of_another() {
    let segments = [part(0, Kind::Int { min: 1, max: 1_000 }).plain(), lit("#"), part(1, TEXT)];
    let condition = Template::new(&segments).condition(1, &parts([Part::Int(1)]));
    assert_eq!(condition, Ok(SortCondition::BeginsWith("1#".to_owned())));
}

#[test]
fn all_segments_are_equality_and_none_are_everything() {
    let segments = [lit("USER#"), part(0, TEXT), lit("#END")];
    let template = Template::new(&segments);
    let source = parts([text("a")]);
    // What follows the last bound part is known too.
    assert_eq!(template.condition(2, &source), Ok(SortCondition::Equal("USER#a#END".to_owned())));
    assert_eq!(template.condition(3, &source), Ok(SortCondition::Equal("USER#a#END".to_owned())));
    assert_eq!(template.condition(1, &source), Ok(SortCondition::BeginsWith("USER#".to_owned())));
    assert_eq!(template.condition(0, &source), Ok(SortCondition::All));
    assert_eq!(
        Template::new(&[]).condition(0, &source).map_err(|error| error.problem),
        Err(KeyProblem::Empty)
    );
}

#[test]
fn a_collection_is_bound_by_what_its_entities_share() {
    let segments = [lit("ORDER#"), part(0, TEXT), lit("#LINE#"), part(1, TEXT)];
    let template = Template::new(&segments);
    let source = parts([text("7")]);
    assert_eq!(
        template.condition_following(2, &source, "#"),
        Ok(SortCondition::BeginsWith("ORDER#7#".to_owned()))
    );
    assert_eq!(template.condition_following(0, &source, "O"), Ok(SortCondition::BeginsWith("O".to_owned())));
    assert_eq!(template.condition_following(0, &source, ""), Ok(SortCondition::All));
}

#[test]
fn a_beginning_that_raw_text_cannot_hold_finds_nothing() {
    let segments = [part(0, TEXT).raw(), lit("#"), part(1, TEXT)];
    // Of the key `a#bc`, the first part does not begin with `a#b`.
    assert_eq!(Template::new(&segments).begins_with(0, &Parts::new(), "a#b"), Ok(SortCondition::Nothing));
}

#[test]
fn only_text_has_beginnings() {
    let segments = [part(0, Kind::Ulid)];
    assert!(Template::new(&segments).begins_with(0, &Parts::new(), "01").is_err());
}

#[test]
fn text_that_is_not_ended_below_its_continuations_has_no_range() {
    for next in [lit("-"), lit("$"), part(1, Kind::Date)] {
        let segments = [part(0, TEXT), next];
        let range =
            Template::new(&segments).range(0, &Parts::new(), Bound::Included(text("a")), Bound::Unbounded);
        assert!(
            matches!(range, Err(KeyError { part: Some(0), problem: KeyProblem::OutOfKind(_) })),
            "{range:?}"
        );
    }
}

#[test]
fn a_bound_of_the_longest_key_stays_within_the_limit() {
    let segments = [lit("#"), part(0, TEXT)];
    let template = Template::new(&segments);
    let longest = "a".repeat(MAX_SORT_KEY_BYTES - 1);
    let range = |low, high| template.range(1, &Parts::new(), low, high);
    // Nothing goes on after a key that is as long as it can be; the next one differs earlier.
    let Ok(SortCondition::Between(from, to)) = range(Bound::Excluded(text(&longest)), Bound::Unbounded)
    else {
        panic!("a range");
    };
    assert_eq!(from, format!("#{}b", &longest[1..]));
    assert_eq!((from.len(), to.len()), (MAX_SORT_KEY_BYTES, MAX_SORT_KEY_BYTES));
    // Nor is anything between it and the one that is an escape longer.
    let longer = format!("{longest}é");
    let Ok(SortCondition::Between(from, to)) =
        range(Bound::Included(text("a")), Bound::Included(text(&longer)))
    else {
        panic!("a range");
    };
    assert_eq!((from.as_str(), to), ("#a", format!("#{longest}")));
    // A range that only a longer key could be in is empty.
    let last = "\u{10ffff}".repeat(MAX_SORT_KEY_BYTES);
    assert_eq!(range(Bound::Included(text(&last)), Bound::Unbounded), Ok(SortCondition::Nothing));
}

#[test]
fn a_style_of_another_kind_is_refused() {
    for (segment, value) in [
        (part(0, Kind::Ulid).plain(), Part::Ulid(1)),
        (part(0, Kind::Ulid).upper(), Part::Ulid(1)),
        (part(0, TEXT).desc(), text("a")),
        (part(0, TEXT).rank(), text("a")),
        (part(0, Kind::Bool).padded(3), Part::Bool(true)),
        (part(0, Kind::Int { min: 0, max: 9 }).padded(0), Part::Int(1)),
        (part(0, Kind::Int { min: 0, max: 9 }).plain().desc(), Part::Int(1)),
        (part(0, Kind::Date).cut(Cut::Hour), Part::Date(1)),
        (part(0, Kind::Enum(Words("a|b"))).desc(), Part::Word("a".into())),
        (part(0, Kind::Decimal(29)), Part::Decimal { digits: 1, scale: 0 }),
        (part(0, Kind::Int { min: 1, max: 0 }), Part::Int(1)),
    ] {
        let problem = written(&[segment], &parts([value])).map_err(|error| error.problem);
        assert!(matches!(problem, Err(KeyProblem::OutOfKind(_))), "{segment:?}: {problem:?}");
        let Segment::Part { kind, format, .. } = segment else { panic!("a part") };
        assert!(kind.accepts(format).is_err());
        assert!(dal_key::language::language(kind, format).is_err());
    }
}

#[test]
fn words_that_fold_to_one_are_refused() {
    let segments = [part(0, Kind::Enum(Words("Open|open|closed"))).upper()];
    assert!(written(&segments, &parts([Part::Word("open".into())])).is_err());
    assert_eq!(written(&segments, &parts([Part::Word("closed".into())])).as_deref(), Ok("CLOSED"));
    assert!(read(&segments, "OPEN").is_err());
}

#[test]
fn literals_that_are_empty_change_nothing() {
    let segments = [lit(""), part(0, TEXT), lit(""), lit("#"), lit("")];
    assert_eq!(written(&segments, &parts([text("a")])).as_deref(), Ok("a#"));
    assert_eq!(read(&segments, "a#"), Ok(parts([text("a")])));
    assert_eq!(part(0, TEXT).style(Style::Raw), part(0, TEXT).raw());
    let range = Template::new(&segments).range(
        0,
        &Parts::new(),
        Bound::Included(text("a")),
        Bound::Included(text("b")),
    );
    assert_eq!(range, Ok(SortCondition::Between("a".to_owned(), "b$".to_owned())));
}

#[test]
fn texts_that_no_value_has_are_not_read() {
    let signed = Kind::Int { min: -99, max: 99 };
    for (segment, text) in [
        (part(0, signed), "-99"),
        (part(0, signed), "+5"),
        (part(0, signed), "5"),
        (part(0, signed).plain(), "-0"),
        (part(0, signed).plain(), "05"),
        (part(0, signed).padded(3), "100"),
        (part(0, Kind::Int { min: 3, max: 14 }), "15"),
        (part(0, Kind::Int { min: 3, max: 14 }), "02"),
        (part(0, Kind::Decimal(1)), "-9999999999999999999999999999.9"),
        (part(0, Kind::Decimal(1)).plain(), "1"),
        (part(0, Kind::Decimal(1)).plain(), "01.0"),
        (part(0, Kind::Decimal(1)).plain(), "-0.0"),
        // Minus zero, and what is not a number.
        (part(0, Kind::F64), "7fffffffffffffff"),
        (part(0, Kind::F64), "ffffffffffffffff"),
        (part(0, Kind::F64), "BFF8000000000000"),
        (part(0, Kind::F64).plain(), "1.0"),
        (part(0, Kind::F64).plain(), "-0"),
        (part(0, Kind::F64).plain(), "nan"),
        (part(0, Kind::Uuid), "0192F0C1-2345-7abc-8def-0123456789ab"),
        (part(0, Kind::Uuid), "0192f0c123457-abc-8def-0123456789ab-"),
        (part(0, Kind::Ulid), "80000000000000000000000000"),
        (part(0, Kind::Ulid), "01jbrc28t5fay8vvr14d2pf2db"),
        (part(0, Kind::Ulid), "01JBRC28T5FAY8VVR14D2PF2DU"),
        (part(0, Kind::Date), "2026-02-29"),
        (part(0, Kind::Date), "2026-13-01"),
        (part(0, Kind::Date).cut(Cut::Month), "2026-00"),
        (part(0, MILLIS), "2026-11-30T24:00:00.000Z"),
        (part(0, MILLIS), "2026-11-30T03:60:00.000Z"),
        (part(0, MILLIS), "2026-11-30T03:48:60.000Z"),
        (part(0, MILLIS), "2026-11-30T03:48:36Z"),
        (part(0, MILLIS), "2026-11-30t03:48:36.000z"),
        (part(0, Kind::Bool), "True"),
        (part(0, Kind::Bool).desc(), "false"),
        (part(0, Kind::Bytes), "abc"),
        (part(0, Kind::Bytes), "AB"),
        (part(0, Kind::Bytes), ""),
        (part(0, Kind::Enum(Words("a|b"))), "c"),
        (part(0, Kind::Enum(Words("a|b"))).rank(), "2"),
        (part(0, TEXT), ""),
        (part(0, TEXT), "a b"),
        (part(0, TEXT), "$25"),
        (part(0, TEXT).lower(), "A"),
        (part(0, TEXT).upper(), "ß"),
        (part(0, Kind::Text(Some("[0-9]+"))), "a"),
    ] {
        assert!(read(&[segment], text).is_err(), "{segment:?} reads {text:?}");
    }
}

#[test]
fn a_bound_of_any_fineness_lies_between_two_values() {
    let segments = [part(0, Kind::Decimal(2)).padded(1)];
    let template = Template::new(&segments);
    let just = |digits: i128| Bound::Excluded(Part::Decimal { digits, scale: 60 });
    // From just below zero to just above.
    let range = template.range(0, &Parts::new(), just(-1), just(1));
    assert_eq!(range, Ok(SortCondition::Between("0.00".to_owned(), "0.00".to_owned())));
    let segments = [part(0, Kind::Decimal(0))];
    let range = Template::new(&segments).range(0, &Parts::new(), just(-1), just(1)).unwrap();
    let zero = "0".repeat(29);
    assert_eq!(range, SortCondition::Between(format!("-{}8!", "9".repeat(28)), zero));
}
