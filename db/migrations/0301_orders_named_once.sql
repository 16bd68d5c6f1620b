-- no transaction
-- `orders__named_by_creation` is read for it.
drop index concurrently if exists orders__named;
