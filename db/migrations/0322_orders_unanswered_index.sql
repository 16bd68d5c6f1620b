-- no transaction
-- By their numbers: the first screen leads to all of them in that order, and those in progress have the last ones.
create index concurrently if not exists orders__unanswered_problem on orders (brand_id, code) include (id, practice_id, status, delivery_on)
  where has_unanswered_problem;
