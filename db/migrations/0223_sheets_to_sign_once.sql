-- no transaction
-- `orders__unsigned` has taken its place.
drop index concurrently if exists orders__to_sign;
