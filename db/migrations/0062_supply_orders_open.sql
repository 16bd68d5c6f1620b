-- no transaction
-- What is to be packed.
create index concurrently if not exists supply_orders__open on supply_orders (brand_id, created_at)
  where status in ('requested', 'prepared');
