-- A remake is free line by line. A price on one of its products made the others cost what the catalogue says, and nobody had said so.
-- What the catalogue has no price for still waits for one as soon as another product has: that is seen, and no sum is made up (0073).

-- What was charged until now by that, stays: whoever has looked at such a case has seen these prices.
do $$
declare
  brand uuid;
  charged uuid[];
begin
  perform set_config('changes.quiet', 'on', true);
  for brand in select id from brands loop
    perform tenant.set_context(brand, null, null);
    charged := array(
      select o.id from orders o where o.brand_id = brand and o.remake_of is not null and not is_free_remake(brand, o.id)
        order by o.id for no key update);
    update order_products l set own_price_cents = coalesce(l.listed_price_cents, p.price_cents), own_vat = p.vat
      from products p
      where l.brand_id = brand and l.order_id = any (charged) and l.own_price_cents is null
        and p.brand_id = l.brand_id and p.reference = l.reference and p.version = l.product_version
        and coalesce(l.listed_price_cents, p.price_cents) is not null;
  end loop;
  perform set_config('tenant.context', '', true);
  perform set_config('changes.quiet', '', true);
end $$;

create or replace function total_of(brand uuid, of_order uuid) returns integer
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  is_remake boolean := exists (
    select from orders o where o.brand_id = brand and o.id = of_order and o.remake_of is not null);
  total bigint := (
    select case when bool_and(coalesce(l.own_price_cents, l.listed_price_cents, p.price_cents) is not null)
        and not is_free_remake(brand, of_order)
      then sum(l.quantity * coalesce(
        l.own_price_cents, case when is_remake then 0 end, l.listed_price_cents, p.price_cents)) end
    from order_products l
    left join products p on p.brand_id = l.brand_id and p.reference = l.reference and p.version = l.product_version
    where l.brand_id = brand and l.order_id = of_order);
begin
  if total > 2147483647 then
    raise exception 'more than a case may cost'
      using errcode = 'check_violation', constraint = 'orders__total_in_range', table = 'orders';
  end if;
  return total;
end $$;

create or replace function billable_lines(brand uuid, order_ids uuid[], discount integer)
returns table (
  order_id uuid, order_code text, patient_code text, case_sequence smallint, reference text, label_fr text, label_en text,
  quantity smallint, unit_price_cents bigint, discount_cents bigint, net_cents bigint, vat vat_category, vat_rate smallint)
language sql stable set search_path = pg_catalog, public, pg_temp
begin atomic
  select o.id, o.code, o.patient_code, l.case_sequence, l.reference, l.label_fr, l.label_en, l.quantity,
    priced.unit, priced.discount, priced.gross - priced.discount, taxed.vat,
    case taxed.vat when 'standard' then 2000 else 0 end::smallint
  from orders o
  join order_products l on l.brand_id = o.brand_id and l.order_id = o.id
  left join products p on p.brand_id = l.brand_id and p.reference = l.reference and p.version = l.product_version
  left join billing_settings s on s.brand_id = o.brand_id
  cross join lateral (
    select case when s.is_vat_exempt then 'exempt' else coalesce(l.own_vat, p.vat) end::vat_category as vat) taxed
  cross join lateral (
    select o.remake_of is not null and l.own_price_cents is null as is_free,
      o.remake_of is not null and is_free_remake(o.brand_id, o.id) as is_whole) free
  cross join lateral (
    select unit, l.quantity * unit as gross,
      case when free.is_free then l.quantity * unit else round(l.quantity * unit * discount / 10000.0)::bigint end as discount
    from (
      select coalesce(l.own_price_cents, l.listed_price_cents, p.price_cents, case when free.is_whole then 0 end)::bigint
        as unit) price) priced
  where o.brand_id = brand and o.id = any(order_ids);
end;

-- What is free does not grow without the laboratory (0205), whatever another line of the same remake costs.
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
      and old.own_price_cents is null and exists (
        select from orders o where o.brand_id = new.brand_id and o.id = new.order_id and o.remake_of is not null) then
    raise exception 'more than was made is not made again for nothing'
      using errcode = 'check_violation', constraint = 'order_products__made_again', table = 'order_products';
  end if;
  return new;
end $$;
