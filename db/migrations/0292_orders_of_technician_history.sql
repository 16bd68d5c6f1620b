-- no transaction
create index concurrently if not exists orders__technician_history_by_day on orders
  (brand_id, technician_id, delivery_on desc nulls last, code desc) include (id, practice_id, status)
  where technician_id is not null and status in ('delivered', 'invoiced', 'cancelled');
