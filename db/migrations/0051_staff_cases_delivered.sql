-- no transaction
-- What can be billed, and how much of it waits.
create index concurrently if not exists orders__laboratory_delivered on orders (brand_id, practice_id, id)
  where status = 'delivered';
