-- Which products a remake makes again counts in the month of the case that it is of.
create or replace function product_marks_figures() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := coalesce(new.brand_id, old.brand_id);
  of_order uuid := coalesce(new.order_id, old.order_id);
begin
  perform mark_figures(brand, of_order);
  perform mark_figures(o.brand_id, o.remake_of) from orders o
    where o.brand_id = brand and o.id = of_order and o.remake_of is not null;
  return null;
end $$;
