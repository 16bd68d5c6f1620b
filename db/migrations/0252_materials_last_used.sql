-- no transaction
-- What the bench has taken, latest first: of a product that is made every day the last one is found among the latest, without
-- reading what ten years have used of it.
create index concurrently if not exists order_product_materials__latest on order_product_materials (brand_id, used_at desc)
  include (order_id, case_sequence) where used_at is not null;
