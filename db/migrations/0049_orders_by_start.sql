-- no transaction
create index concurrently if not exists orders__by_start on orders (brand_id, (code collate "C") desc) include (id);
