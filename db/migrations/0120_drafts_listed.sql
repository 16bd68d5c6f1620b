-- no transaction
-- What a user has begun, the latest words first.
create index concurrently if not exists order_drafts__listed on order_drafts (brand_id, user_id, updated_at);
