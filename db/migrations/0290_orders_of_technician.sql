-- no transaction
-- What somebody has at the bench, by status, counted without a look at the cases.
create index concurrently if not exists orders__technician_by_day on orders (brand_id, technician_id, delivery_on, code)
  include (id, practice_id, status)
  where technician_id is not null and status not in ('delivered', 'invoiced', 'cancelled');
