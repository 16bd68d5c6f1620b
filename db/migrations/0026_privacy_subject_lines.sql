-- no transaction
-- What was done to somebody or something, not what was asked for.
create index concurrently if not exists audit_events__subject on audit_events (brand_id, subject_id, id)
  where subject_id is not null and route is null;
