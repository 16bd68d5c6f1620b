-- no transaction
create index concurrently if not exists invoices__by_code on invoices (brand_id, piece_code, id);
