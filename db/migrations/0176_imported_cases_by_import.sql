-- no transaction
create index concurrently if not exists orders__import on orders (brand_id, import_id) where import_id is not null;
