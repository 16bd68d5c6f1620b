-- no transaction
-- Of remakes alone, and no longer of every case under an empty remake_of: so small that the planner took it for any question of a
-- laboratory's cases, and read them all for it. A billing run cost twice as much.
create unique index concurrently if not exists orders__living_remake on orders (brand_id, remake_of)
  where remake_of is not null and status <> 'cancelled';
