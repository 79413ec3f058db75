#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| dal_fuzz::wire(data));
