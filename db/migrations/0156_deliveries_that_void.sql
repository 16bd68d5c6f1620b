-- no transaction
create unique index concurrently if not exists order_events__taking_back on order_events (brand_id, order_id, takes_back)
  include (sequence) where takes_back is not null;
