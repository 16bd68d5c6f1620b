-- no transaction
-- Statements by the day until which they are kept.
create index concurrently if not exists traceability_statements__kept on traceability_statements (brand_id, kept_until);
