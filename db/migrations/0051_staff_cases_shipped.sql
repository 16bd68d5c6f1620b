-- no transaction
create index concurrently if not exists orders__laboratory_shipped on orders (brand_id, delivery_on, code)
  include (id, practice_id, technician_id)
  where status = 'shipped';
