-- no transaction
-- The pickups of a day, of all practices.
create index concurrently if not exists rides__of_day on rides (brand_id, day);
