//! A piece of work that one contender does, to be run any number of times.

use std::fmt;

/// The work of a contender.
#[derive(Clone, Copy)]
pub struct Spec {
    /// What is done.
    pub name: &'static str,
    /// Who does it.
    pub who: &'static str,
    /// How many items one run handles.
    pub items: u32,
    build: fn(u32) -> Work,
}

/// Work with its data.
pub struct Work(Body);

enum Body {
    /// Runs over the same data.
    Repeat(Box<dyn FnMut()>),
    /// Uses up its input, which is made beforehand.
    Feed(Box<dyn FnMut(u32, u32) -> Run>),
}

/// Does what was prepared.
type Run = Box<dyn FnOnce()>;

impl Spec {
    /// The work of that name; `build` takes the number of items.
    pub const fn new(name: &'static str, who: &'static str, items: u32, build: fn(u32) -> Work) -> Self {
        Self { name, who, items, build }
    }

    /// The same work under another name.
    pub const fn called(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// The work with its data.
    pub fn build(&self) -> Work {
        (self.build)(self.items)
    }
}

impl Work {
    /// Work over the same data.
    pub fn repeat(run: impl FnMut() + 'static) -> Self {
        Self(Body::Repeat(Box::new(run)))
    }

    /// Work that uses up an input.
    pub fn feed<I: 'static>(
        mut make: impl FnMut() -> I + 'static,
        each: impl FnMut(I) + Clone + 'static,
    ) -> Self {
        Self(Body::Feed(Box::new(move |times, of| {
            let mut inputs: Vec<I> = (0..of).map(|_| make()).collect();
            let mut each = each.clone();
            Box::new(move || {
                // What is left over is not dropped: no part of the work.
                std::mem::forget(inputs.split_off(times as usize));
                inputs.into_iter().for_each(&mut each);
            })
        })))
    }

    /// Makes the inputs of `of` runs and gives what runs `times` of them.
    pub fn prepared(&mut self, times: u32, of: u32) -> Box<dyn FnOnce() + '_> {
        match &mut self.0 {
            Body::Repeat(run) => Box::new(move || (0..times).for_each(|_| run())),
            Body::Feed(feed) => feed(times, of),
        }
    }
}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.who)
    }
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Work")
    }
}
