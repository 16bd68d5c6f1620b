-- no transaction
create index concurrently if not exists orders__laboratory_status on orders (brand_id, status, delivery_on, code);
