-- no transaction
create index concurrently if not exists orders__laboratory_history_by_day on orders (brand_id, delivery_on desc nulls last, code desc)
  include (id, practice_id) where status in ('delivered', 'invoiced', 'cancelled');
