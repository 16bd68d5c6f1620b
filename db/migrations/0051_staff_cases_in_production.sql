-- no transaction
create index concurrently if not exists orders__laboratory_in_production on orders (brand_id, delivery_on, code)
  include (id, practice_id, technician_id)
  where status = 'in_production';
