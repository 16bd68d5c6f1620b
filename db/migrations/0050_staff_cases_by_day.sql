-- no transaction
create index concurrently if not exists orders__laboratory_in_progress on orders (brand_id, delivery_on, code)
  where status not in ('delivered', 'invoiced', 'cancelled');
