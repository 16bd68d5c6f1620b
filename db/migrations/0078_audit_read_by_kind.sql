-- no transaction
-- The latest lines of a kind in a period.
create index concurrently if not exists audit_events__kind on audit_events (brand_id, kind, at desc, id desc);
