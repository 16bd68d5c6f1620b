-- no transaction
create index concurrently if not exists orders__laboratory_by_day on orders (brand_id, delivery_on, code)
  include (id, practice_id, status, technician_id, search_text)
  where status not in ('delivered', 'invoiced', 'cancelled');
