-- no transaction
-- Somebody signs in with a login or an address.
create index concurrently if not exists users__email on users (brand_id, lower(email));
