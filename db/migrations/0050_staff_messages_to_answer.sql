-- no transaction
create index concurrently if not exists order_messages__of_practices on order_messages (brand_id, created_at)
  where not is_from_laboratory;
