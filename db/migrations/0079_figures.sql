-- no transaction
-- What was delivered in a period, for the laboratory's figures.
create index concurrently if not exists order_events__delivered on order_events (brand_id, at) include (order_id, practice_id)
  where status = 'delivered';
