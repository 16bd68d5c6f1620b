-- no transaction
-- What the record says of somebody.
create index concurrently if not exists audit_events__user on audit_events (brand_id, user_id, id) where user_id is not null;
