-- no transaction
create index concurrently if not exists order_problems__reported_at on order_problems (brand_id, reported_at);
