-- no transaction
-- `order_problems__unanswered` is read for it.
drop index concurrently if exists order_problems__open;
