-- A shade given in answer to the laboratory's question is the prescription from then on, also once production has begun:
-- otherwise the bench, the signed statement and a remake read the shade it was asked about. Only as long as the question is
-- open, and only the shade. See decision 0083.
create function tenant.is_asked_for_shade(asked orders) returns boolean
language sql immutable set search_path = pg_catalog, public, pg_temp
return asked.status = 'on_hold' and asked.hold_reason = 'shade' and asked.hold_answer is null;

create or replace function order_can_change() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tenant.audience() = 'practice' and (
      old.status in ('delivered', 'invoiced', 'cancelled')
      or (new.comment, new.total_cents) is distinct from (old.comment, old.total_cents)
        and coalesce(old.held_from, old.status) not in ('registered', 'in_preparation')
      -- The line that names the work names its shade.
      or (new.summary_fr, new.summary_en) is distinct from (old.summary_fr, old.summary_en)
        and coalesce(old.held_from, old.status) not in ('registered', 'in_preparation')
        and not tenant.is_asked_for_shade(old)) then
    raise exception 'a case does not change any more'
      using errcode = 'check_violation', constraint = 'orders__can_change', table = 'orders';
  end if;
  return new;
end $$;

create or replace function order_product_can_change() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tenant.audience() = 'practice' and not exists (
      select from orders o where o.brand_id = new.brand_id and o.id = new.order_id
        and (coalesce(o.held_from, o.status) in ('registered', 'in_preparation')
          or tenant.is_asked_for_shade(o)
            and (new.quantity, new.complementary_shade, new.teeth, new.pontics, new.sector)
              is not distinct from (old.quantity, old.complementary_shade, old.teeth, old.pontics, old.sector))) then
    raise exception 'a case does not change any more'
      using errcode = 'check_violation', constraint = 'orders__can_change', table = 'order_products';
  end if;
  if tenant.audience() = 'practice'
      and (new.quantity > old.quantity or not new.teeth::smallint[] <@ old.teeth::smallint[]
        or new.sector is not null and new.sector is distinct from old.sector
          and (old.sector is null or old.sector not in ('both', 'archs')))
      and (old.own_price_cents = 0 or old.own_price_cents is null and exists (
        select from orders o where o.brand_id = new.brand_id and o.id = new.order_id and o.remake_of is not null)) then
    raise exception 'more than is made for nothing is asked for'
      using errcode = 'check_violation', constraint = 'order_products__for_nothing', table = 'order_products';
  end if;
  return new;
end $$;
