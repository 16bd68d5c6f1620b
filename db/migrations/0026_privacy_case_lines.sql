-- no transaction
-- Who has read a case.
create index concurrently if not exists audit_events__order on audit_events (brand_id, order_id, id) where order_id is not null;
