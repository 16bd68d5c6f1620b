-- no transaction
-- How many names are kept for longer than they need be is counted without a look at the cases.
create index concurrently if not exists orders__named_by_creation on orders (brand_id, created_at) include (practice_id)
  where patient is not null and status in ('delivered', 'invoiced', 'cancelled');
