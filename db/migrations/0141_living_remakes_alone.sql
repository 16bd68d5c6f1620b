-- no transaction
-- Its place was taken by orders__living_remake.
drop index concurrently if exists orders__one_living_remake;
