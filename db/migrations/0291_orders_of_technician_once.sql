-- no transaction
-- `orders__technician_by_day` is read for it.
drop index concurrently if exists orders__technician;
