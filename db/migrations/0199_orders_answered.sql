-- no transaction
create index concurrently if not exists orders__answered on orders (brand_id, hold_answered_at) include (id, practice_id)
  where hold_answer is not null;
