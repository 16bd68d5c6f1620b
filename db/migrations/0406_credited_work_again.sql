-- Who has set which price when, and what it cost until then: of a unit, before VAT; null where nobody had said it.
create table set_prices (
  brand_id uuid not null references brands (id),
  id bigint not null generated always as identity,
  order_id uuid not null,
  case_sequence smallint not null,
  set_at timestamptz not null default now(),
  set_by uuid,
  from_cents bigint check (from_cents >= 0),
  cents bigint not null check (cents >= 0),
  primary key (brand_id, order_id, case_sequence, id),
  -- An import of cases that is undone takes them away.
  foreign key (brand_id, order_id, case_sequence) references order_products (brand_id, order_id, case_sequence) on delete cascade,
  foreign key (brand_id, set_by) references users (brand_id, id)
);
alter table set_prices enable row level security;
alter table set_prices force row level security;
create policy of_laboratory on set_prices using (brand_id = (select tenant.brand_id())
  and (select tenant.audience()) in ('staff', 'laboratory'));
grant select on set_prices to arcade_app;

-- What was invoiced and taken back altogether, and stands on nothing since. What was invoiced elsewhere never was on a credit note.
create function is_credited(brand uuid, of_order uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return exists (select from orders o where o.brand_id = brand and o.id = of_order and o.status = 'invoiced')
  and exists (select from invoice_orders b where b.brand_id = brand and b.order_id = of_order and b.type = 'credit')
  and not is_billed(brand, of_order);
revoke all on function is_credited(uuid, uuid) from public;
grant execute on function is_credited(uuid, uuid) to arcade_app;

create or replace function tenant.set_price(order_id uuid, case_sequence smallint, price_cents bigint, vat vat_category)
returns text language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  priced orders;
  before bigint;
begin
  perform tenant.refuse_unless_billing();
  select * into priced from orders o where o.brand_id = brand and o.id = set_price.order_id for no key update;
  if priced.id is null or not exists (select from order_products l where l.brand_id = brand and l.order_id = priced.id
    and l.case_sequence = set_price.case_sequence) then
    return 'not_found';
  end if;
  if is_billed(brand, priced.id) or priced.status = 'invoiced' and not is_credited(brand, priced.id) then
    return 'billed_already';
  end if;
  -- What is free has a price in the catalogue and costs nothing.
  select case when l.net_cents = 0 then 0 else l.unit_price_cents end into before
    from billable_lines(brand, array[priced.id], 0) l where l.case_sequence = set_price.case_sequence;
  update order_products l set own_price_cents = set_price.price_cents, own_vat = set_price.vat
    where l.brand_id = brand and l.order_id = priced.id and l.case_sequence = set_price.case_sequence;
  if before is distinct from set_price.price_cents then
    insert into set_prices (brand_id, order_id, case_sequence, set_by, from_cents, cents)
      values (brand, priced.id, set_price.case_sequence, tenant.user_id(), before, set_price.price_cents);
  end if;
  return 'set';
end $$;

create or replace function tenant.issue(practice uuid, order_ids uuid[], as_type invoice_type, discount integer, is_released boolean)
returns table (refusal text, order_id uuid, invoice_id uuid)
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(order_ids) as id);
  faulty record;
begin
  perform tenant.refuse_unless_billing();
  perform tenant.hold_billing_settings();
  if as_type not in ('invoice', 'pro_forma') or discount not between 0 and 10000 then
    raise exception 'not issued so' using errcode = 'invalid_parameter_value';
  end if;
  -- One after the other: who comes second finds them billed.
  perform from orders o where o.brand_id = brand and o.practice_id = issue.practice and o.id = any(asked)
    order by o.id for no key update;
  select * into faulty from (
    select asked_id as id, case
      when o.id is null then 'not_found'
      when is_billed(o.brand_id, o.id) or o.status = 'invoiced' and not is_credited(o.brand_id, o.id) then 'billed_already'
      when o.status not in ('delivered', 'invoiced') then 'not_delivered'
      when priced.is_whole is not true then 'not_priced'
    end as why
    from unnest(asked) as asked_id
    left join orders o on o.brand_id = brand and o.practice_id = issue.practice and o.id = asked_id
    left join (
      select l.order_id as priced_id, bool_and(l.net_cents is not null and l.vat is not null) as is_whole
      from billable_lines(brand, asked, 0) l group by l.order_id) priced on priced_id = asked_id) judged
  where why is not null order by why limit 1;
  if faulty.id is not null or asked = '{}' then
    refusal := coalesce(faulty.why, 'not_found');
    order_id := faulty.id;
    return next;
    return;
  end if;
  return query select null, null::uuid, piece
    from unnest(tenant.make_pieces(brand, asked, as_type, discount, is_released)) as piece;
end $$;

-- Lists have the pieces of one day by their id: it begins with the microsecond it was made in (as version 7 of uuids), so that they stand
-- as they were numbered, and every index stays as it is. Pieces keep the ids that they have.
create function new_piece_id() returns uuid
language sql volatile parallel safe set search_path = pg_catalog, pg_temp as $$
  select encode(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(micros / 1000) from 3)
      || substring(int4send(28672 + (micros % 1000 * 4096 / 1000)::integer) from 3) from 1 for 8), 'hex')::uuid
  from (select floor(extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) now
$$;
grant execute on function new_piece_id() to arcade_app;
alter table invoices alter column id set default new_piece_id();

create or replace function tenant.copy_piece(source uuid, as_type invoice_type, positions smallint[], why text) returns uuid
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
  of_source invoices;
  piece uuid := new_piece_id();
  days integer := coalesce((select s.payment_days from billing_settings s where s.brand_id = brand), 30);
begin
  select * into strict of_source from invoices where brand_id = brand and id = source;
  insert into invoices (brand_id, practice_id, id, type, due_on, net_cents, vat_cents, amount_cents, corrects_id, reason,
      created_by)
    select brand, of_source.practice_id, piece, as_type,
      today_of(brand) + case as_type when 'credit' then 0 else days end, sum(net), sum(tax),
      case as_type when 'credit' then -1 else 1 end * (sum(net) + sum(tax)), source, nullif(why, ''), tenant.user_id()
    from (
      select net, case as_type when 'credit' then tenant.credited_tax(brand, source, vat_rate, net)
        else round(net * vat_rate / 10000.0) end as tax
      from (
        select vat_rate, sum(net_cents)::bigint as net
        from invoice_lines where brand_id = brand and invoice_id = source and position = any(positions)
        group by vat_rate) of_lines) by_rate;
  insert into invoice_lines (brand_id, practice_id, invoice_id, position, order_id, order_code, patient_code, delivered_on,
      reference, label_fr, label_en, quantity, unit_price_cents, discount_cents, vat, vat_rate, credited_invoice_id,
      credited_position)
    select l.brand_id, l.practice_id, piece, row_number() over (order by l.position), l.order_id, l.order_code,
      l.patient_code, l.delivered_on, l.reference, l.label_fr, l.label_en, l.quantity, l.unit_price_cents, l.discount_cents,
      l.vat, l.vat_rate,
      case as_type when 'credit' then source end, case as_type when 'credit' then l.position end
    from invoice_lines l
    where l.brand_id = brand and l.invoice_id = source and l.position = any(positions);
  insert into invoice_orders (brand_id, practice_id, invoice_id, order_id, type, vat)
    select distinct l.brand_id, l.practice_id, l.invoice_id, l.order_id, as_type, l.vat
    from invoice_lines l where l.brand_id = brand and l.invoice_id = piece and l.order_id is not null;
  perform tenant.add_taxes_of(brand, array[piece]);
  perform tenant.add_parties(brand, piece);
  return piece;
end $$;
