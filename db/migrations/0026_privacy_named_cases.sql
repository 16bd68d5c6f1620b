-- no transaction
-- Finished cases that still say whose they were, by their age.
create index concurrently if not exists orders__named on orders (brand_id, created_at)
  where patient is not null and status in ('delivered', 'invoiced', 'cancelled');
