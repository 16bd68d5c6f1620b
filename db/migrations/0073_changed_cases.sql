-- no transaction
create index concurrently if not exists orders__changed on orders (brand_id, changed_at) where changed_at is not null;
