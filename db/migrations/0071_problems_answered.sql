-- no transaction
-- Of each practice the few that it has still to look at.
create index concurrently if not exists order_problems__answered on order_problems (brand_id, practice_id, order_id) where answered_at is not null and settled_at is null;
