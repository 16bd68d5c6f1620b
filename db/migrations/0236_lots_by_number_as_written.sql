-- no transaction
-- Lots by number, whatever the capitals: upper() is not leakproof, so no index of it is searched behind a policy.
create index concurrently if not exists material_lots__by_number_as_written on material_lots (brand_id, number collate "fr-x-icu");
