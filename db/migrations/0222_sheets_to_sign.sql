-- no transaction
create index concurrently if not exists orders__unsigned on orders (brand_id, delivery_on, id) include (practice_id)
  where status in ('in_production', 'shipped', 'delivered') and not is_signed;
