-- no transaction
-- The names of a laboratory's practices in their order: sorting two thousand as the language does costs more than reading them.
create index concurrently if not exists practices__by_name on practices (brand_id, name) include (id);
