-- no transaction
-- Found by the start of its number, byte by byte: that comparison row-level security lets an index make, a pattern's it does not.
create index concurrently if not exists invoices__by_start on invoices (brand_id, (piece_code collate "C") desc) include (id);
