-- no transaction
-- Which cases name a version of a product: asked for each that an import made and that is to go again.
create index concurrently if not exists order_products__by_version on order_products (brand_id, reference, product_version);
