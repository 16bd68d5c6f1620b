-- no transaction
create unique index concurrently if not exists invoices__code_once on invoices (brand_id, piece_code);
