-- no transaction
-- The queue of sheets, by day of delivery over all practices; of a million cases those that are being made.
create index concurrently if not exists orders__to_sign on orders (brand_id, delivery_on, id) where status in ('in_production', 'shipped', 'delivered');
