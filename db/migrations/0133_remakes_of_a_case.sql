-- no transaction
-- Whoever takes a case away asks which were made in its place, cancelled or not.
create index concurrently if not exists orders__remakes on orders (brand_id, practice_id, remake_of)
  where remake_of is not null;
