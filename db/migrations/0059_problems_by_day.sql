-- no transaction
-- Complaints of all practices by day, and those of a period for an inspection.
create index concurrently if not exists order_problems__by_day on order_problems (brand_id, reported_at desc, id);
