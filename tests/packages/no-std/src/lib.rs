//! Links only as long as `toolcrib` does without the standard library, because
//! it defines the panic handler that `std` would define too.

#![no_std]
#![forbid(unsafe_code)]

use core::panic::PanicInfo;

use emballoc::Allocator;
use toolcrib::catalog::Catalog;
use toolcrib::json::Json;
use toolcrib::name::ToolName;
use toolcrib::search::Hits;

#[global_allocator]
static MEMORY: Allocator<65536> = Allocator::new();

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

/// One use of each part.
#[must_use]
pub fn run(catalog: Catalog<'static>, query: &str, hits: &mut Hits) -> bool {
    catalog.search(query, 5, hits);
    let canonical = Json::parse(query).map(|json| json.root().to_canonical());
    ToolName::parse(query).server().is_some() && canonical.is_ok()
}
