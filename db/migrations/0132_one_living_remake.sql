-- no transaction
-- One that was cancelled is no remake: the case may be made again.
create unique index concurrently if not exists orders__one_living_remake on orders (brand_id, remake_of)
  where status <> 'cancelled';
