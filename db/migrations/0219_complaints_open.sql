-- no transaction
create index concurrently if not exists order_problems__undecided on order_problems (brand_id, reported_at desc, id) include (practice_id)
  where not is_decided;
