-- no transaction
create index concurrently if not exists orders__intake_by_age on orders (brand_id, created_at, code)
  include (id, practice_id) where status = 'registered';
