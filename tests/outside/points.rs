use std::slice::from_raw_parts;

/// The beginning of gf_api, as far as it is used: functions are only added at its end.
#[repr(C)]
pub struct Api {
    version: u32,
    size: u32,
    view_version: u32,
    sizes_of_structs: [u32; 5],
    min_deadwood: extern "C" fn(hand: u64) -> i32,
    hand_points: extern "C" fn(hand: u64) -> i32,
}

/// The points that melds save in these hands; -1 if the table has another major version.
///
/// # Safety
/// `gf` must be the address of the table, and `hands` that of `count` masks.
#[no_mangle]
pub unsafe extern "C" fn saved(gf: *const Api, hands: *const u64, count: usize) -> i64 {
    let gf = &*gf;
    if gf.version >> 16 != 1 {
        return -1;
    }
    let saved = |&hand: &u64| i64::from((gf.hand_points)(hand) - (gf.min_deadwood)(hand));
    from_raw_parts(hands, count).iter().map(saved).sum()
}
