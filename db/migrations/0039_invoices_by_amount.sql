-- no transaction
create index concurrently if not exists invoices__by_amount on invoices (brand_id, amount_cents, id);
