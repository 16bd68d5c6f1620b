-- no transaction
-- What is not used up or blocked, of each material: of the lots of years the few that the register counts.
create index concurrently if not exists material_lots__in_use on material_lots (brand_id, material_id)
  include (expires_on, checked_at) where state = 'usable';
