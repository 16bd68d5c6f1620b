-- no transaction
create index concurrently if not exists orders__laboratory_cancelled on orders (brand_id, delivery_on desc nulls last, code desc)
  include (id, practice_id) where status = 'cancelled';
