-- no transaction
-- What was signed in a period, for an inspection.
create index concurrently if not exists traceability_statements__by_day on traceability_statements (brand_id, signed_at, order_id);
