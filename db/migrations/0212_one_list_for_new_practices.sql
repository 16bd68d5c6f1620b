-- no transaction
create unique index concurrently if not exists price_lists__default on price_lists (brand_id) where is_default;
