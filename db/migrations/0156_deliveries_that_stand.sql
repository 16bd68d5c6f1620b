-- no transaction
-- What the figures read, with the place of each in its case: whether it was taken back is asked by it.
create index concurrently if not exists order_events__deliveries on order_events (brand_id, at)
  include (order_id, practice_id, sequence) where status = 'delivered';
