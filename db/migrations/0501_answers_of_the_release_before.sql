-- no transaction
create index concurrently if not exists idempotency_keys__about_unknown on idempotency_keys (brand_id) where about is null;
