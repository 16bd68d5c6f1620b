-- no transaction
-- What leaves on a day, for the whole laboratory.
create index concurrently if not exists orders__leaving on orders (brand_id, delivery_on)
  where status in ('in_production', 'shipped');
