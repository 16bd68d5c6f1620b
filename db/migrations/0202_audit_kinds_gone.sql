-- no transaction
drop index concurrently if exists audit_events__kind;
