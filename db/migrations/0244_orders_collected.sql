-- no transaction
-- What a pickup has taken: impressions that were ordered since the one before.
create index concurrently if not exists orders__collected on orders (brand_id, practice_id, created_at)
  where print_type = 'physical';
