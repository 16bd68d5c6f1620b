-- no transaction
create index concurrently if not exists orders__technician_history on orders (brand_id, technician_id, delivery_on desc nulls last, code desc)
  where technician_id is not null and status in ('delivered', 'invoiced', 'cancelled');
