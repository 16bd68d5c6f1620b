-- What a case costs is computed here alone, from its products: by the laboratory's own price, else by the version of the
-- catalogue that was ordered. Whoever writes a total writes this one.

-- A remake costs nothing until the laboratory has put a price on one of its products.
create function is_free_remake(brand uuid, of_order uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return exists (select from orders o where o.brand_id = brand and o.id = of_order and o.remake_of is not null)
  and not exists (
    select from order_products l where l.brand_id = brand and l.order_id = of_order and l.own_price_cents is not null);

-- Unknown as long as one of the products has no price; of what is free there is none.
create function total_of(brand uuid, of_order uuid) returns integer
language sql stable set search_path = pg_catalog, public, pg_temp
return (
  select case when bool_and(coalesce(l.own_price_cents, p.price_cents) is not null) and not is_free_remake(brand, of_order)
    then sum(l.quantity * coalesce(l.own_price_cents, p.price_cents)) end
  from order_products l
  left join products p on p.brand_id = l.brand_id and p.reference = l.reference and p.version = l.product_version
  where l.brand_id = brand and l.order_id = of_order)::integer;

create function order_costs() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.total_cents := total_of(new.brand_id, new.id);
  return new;
end $$;
create trigger costs before update of total_cents on orders for each row execute function order_costs();

-- As its definer: by and by nobody else has a right to write totals (docs/decisions/0073).
create function order_product_costs() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update orders o set total_cents = total_of(new.brand_id, new.order_id) where o.brand_id = new.brand_id and o.id = new.order_id;
  return null;
end $$;
create trigger costs after update of quantity, own_price_cents on order_products for each row
  when ((old.quantity, old.own_price_cents) is distinct from (new.quantity, new.own_price_cents))
  execute function order_product_costs();

revoke all on function is_free_remake(uuid, uuid), total_of(uuid, uuid), order_costs(), order_product_costs() from public;
grant execute on function is_free_remake(uuid, uuid), total_of(uuid, uuid) to arcade_app;

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
      select coalesce(l.own_price_cents, p.price_cents, case when free.is_free then 0 end)::bigint as unit) price) priced
  where o.brand_id = brand and o.id = any(order_ids);
end;

create or replace function tenant.set_price(order_id uuid, case_sequence smallint, price_cents bigint, vat vat_category)
returns text
language plpgsql security definer strict set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  priced orders;
begin
  perform tenant.refuse_unless_billing();
  select * into priced from orders o where o.brand_id = brand and o.id = set_price.order_id for no key update;
  if priced.id is null or not exists (select from order_products l where l.brand_id = brand and l.order_id = priced.id
    and l.case_sequence = set_price.case_sequence) then
    return 'not_found';
  end if;
  if priced.status = 'invoiced' or exists (select from invoice_orders b where b.brand_id = brand and b.order_id = priced.id
    and b.is_current and b.type in ('invoice', 'pro_forma')) then
    return 'billed_already';
  end if;
  update order_products l set own_price_cents = set_price.price_cents, own_vat = set_price.vat
    where l.brand_id = brand and l.order_id = priced.id and l.case_sequence = set_price.case_sequence;
  return 'set';
end $$;
