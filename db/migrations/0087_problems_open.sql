-- no transaction
-- Of each laboratory the few that it has still to answer, oldest first.
create index concurrently if not exists order_problems__open on order_problems (brand_id, reported_at, id) where answered_at is null and settled_at is null;
