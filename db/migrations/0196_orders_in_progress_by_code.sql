-- no transaction
create index concurrently if not exists orders__laboratory_by_code on orders (brand_id, code)
  include (id, practice_id) where status not in ('delivered', 'invoiced', 'cancelled');
