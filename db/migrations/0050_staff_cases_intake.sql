-- no transaction
create index concurrently if not exists orders__intake on orders (brand_id, created_at) where status = 'registered';
