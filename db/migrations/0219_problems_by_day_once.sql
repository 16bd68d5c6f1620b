-- no transaction
-- `order_problems__by_day` is read from either end.
drop index concurrently if exists order_problems__reported_at;
