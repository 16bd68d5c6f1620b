-- What is ordered keeps the price of the practice's list on that day, as it keeps the version of the catalogue.
alter table order_products add column listed_price_cents integer;

-- Nobody brings it along. What is made again costs, where it costs anything, what the first one did.
create function order_product_is_listed() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  first_one uuid := (select o.remake_of from orders o where o.brand_id = new.brand_id and o.id = new.order_id);
begin
  new.listed_price_cents := case
    when new.product_version is null then null
    when first_one is null then (
      select p.price_cents from practice_prices(new.brand_id, new.practice_id, new.reference) p)
    else (
      select l.listed_price_cents from order_products l
      where l.brand_id = new.brand_id and l.order_id = first_one and l.reference = new.reference
      order by l.case_sequence limit 1) end;
  return new;
end $$;
revoke all on function order_product_is_listed() from public;
create trigger listed before insert on order_products for each row execute function order_product_is_listed();

-- Prices and numbers may be as high as they are; a total that its column does not hold is refused by name.
create or replace function total_of(brand uuid, of_order uuid) returns integer
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  total bigint := (
    select case when bool_and(coalesce(l.own_price_cents, l.listed_price_cents, p.price_cents) is not null)
        and not is_free_remake(brand, of_order)
      then sum(l.quantity * coalesce(l.own_price_cents, l.listed_price_cents, p.price_cents)) end
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
  cross join lateral (select o.remake_of is not null and is_free_remake(o.brand_id, o.id) as is_free) free
  cross join lateral (
    select unit, l.quantity * unit as gross,
      case when free.is_free then l.quantity * unit else round(l.quantity * unit * discount / 10000.0)::bigint end as discount
    from (
      select coalesce(l.own_price_cents, l.listed_price_cents, p.price_cents, case when free.is_free then 0 end)::bigint
        as unit) price) priced
  where o.brand_id = brand and o.id = any(order_ids);
end;
