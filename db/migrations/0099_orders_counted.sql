-- no transaction
-- What a practice's list says of all its cases: how many of each status, and of those on hold how many are answered. Not an
-- included column: equal entries are kept once, and an index that includes something keeps none so.
create index concurrently if not exists orders__counted on orders (brand_id, practice_id, status, hold_answer);
