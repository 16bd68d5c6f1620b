-- no transaction
-- For a recall: in which cases a lot is.
create index concurrently if not exists order_product_materials__lot on order_product_materials (brand_id, lot_id) where lot_id is not null;
