-- no transaction
create index concurrently if not exists invoices__by_number on invoices (brand_id, number) include (id);
