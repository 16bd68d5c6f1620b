-- no transaction
-- What practices wait for an answer to is counted, and its order found, without a look at the problems themselves.
create index concurrently if not exists order_problems__unanswered on order_problems (brand_id, reported_at, id)
  include (practice_id, order_id, reported_by) where answered_at is null and settled_at is null;
