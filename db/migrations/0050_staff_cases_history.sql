-- no transaction
create index concurrently if not exists orders__laboratory_history on orders (brand_id, delivery_on desc nulls last, code desc)
  where status in ('delivered', 'invoiced', 'cancelled');
