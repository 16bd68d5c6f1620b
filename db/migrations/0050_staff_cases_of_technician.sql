-- no transaction
create index concurrently if not exists orders__technician on orders (brand_id, technician_id, delivery_on, code)
  where technician_id is not null and status not in ('delivered', 'invoiced', 'cancelled');
