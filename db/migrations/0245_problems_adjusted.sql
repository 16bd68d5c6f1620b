-- no transaction
-- Pieces that go back with a pickup.
create index concurrently if not exists order_problems__adjusted on order_problems (brand_id, practice_id, reported_at)
  where is_adjustment;
