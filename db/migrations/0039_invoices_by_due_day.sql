-- no transaction
create index concurrently if not exists invoices__by_due_day on invoices (brand_id, due_on, id);
