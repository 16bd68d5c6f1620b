-- Work that is offered has a price, of nothing: it does not grow without the laboratory any more than a remake that has none.
create or replace function order_product_can_change() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tenant.audience() = 'practice' and not exists (
      select from orders o where o.brand_id = new.brand_id and o.id = new.order_id
        and coalesce(o.held_from, o.status) in ('registered', 'in_preparation')) then
    raise exception 'a case does not change any more'
      using errcode = 'check_violation', constraint = 'orders__can_change', table = 'order_products';
  end if;
  if tenant.audience() = 'practice' and (new.quantity > old.quantity or not new.teeth::smallint[] <@ old.teeth::smallint[])
      and (old.own_price_cents = 0 or old.own_price_cents is null and exists (
        select from orders o where o.brand_id = new.brand_id and o.id = new.order_id and o.remake_of is not null)) then
    raise exception 'more than is made for nothing is asked for'
      using errcode = 'check_violation', constraint = 'order_products__for_nothing', table = 'order_products';
  end if;
  return new;
end $$;
