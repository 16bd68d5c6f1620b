-- no transaction
create unique index concurrently if not exists handed_cases__each on handed_cases (brand_id, order_id, hand_over_id);
