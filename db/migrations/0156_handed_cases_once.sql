-- no transaction
-- A case is handed over once, whoever says so and however often, unless that was taken back.
create unique index concurrently if not exists handed_cases__once on handed_cases (brand_id, order_id)
  where taken_back_at is null;
