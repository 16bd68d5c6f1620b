-- no transaction
create index concurrently if not exists orders__laboratory_by_creation on orders (brand_id, created_at, code)
  include (id, practice_id) where status not in ('delivered', 'invoiced', 'cancelled');
