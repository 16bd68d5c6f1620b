-- What who does the books says by hand: who the laboratory is on its pieces, what a work costs that has no price, whom a run
-- bills, how money came and that it went back.

alter type audit_kind add value if not exists 'billing_settings_changed';
alter type audit_kind add value if not exists 'price_set';

-- Letters count from ten; the whole, its first four characters last, leaves one of 97 (ISO 7064).
create function iban_is_right(iban text) returns boolean
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp
return case when iban ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$' then (
  select mod(string_agg(case when sign ~ '\d' then sign else (ascii(sign) - 55)::text end, '' order by place)::numeric, 97) = 1
  from regexp_split_to_table(substr(iban, 5) || left(iban, 4), '') with ordinality as signs (sign, place)) else false end;
revoke all on function iban_is_right(text) from public;
grant execute on function iban_is_right(text) to arcade_app;

alter table billing_settings
  -- Of the same company.
  add column siret text,
  -- Its seat, where that is another place than where it works.
  add column address text,
  add column postal_code text,
  add column city text,
  -- Charges no VAT at all (CGI, art. 293 B).
  add column is_vat_exempt boolean not null default false,
  add constraint billing_settings__siret check (siret is null or siret ~ '^\d{14}$' and siren is not null and left(siret, 9) = siren) not valid,
  add constraint billing_settings__seat check (
    num_nulls(address, postal_code, city) in (0, 3) and address <> '' and postal_code <> '' and city <> '') not valid,
  add constraint billing_settings__iban_right check (iban_is_right(iban)) not valid,
  add constraint billing_settings__bic_of_iban check (bic is null or iban is not null) not valid;

grant execute on function tenant.refuse_unless_billing() to arcade_app;
create policy books_insert on billing_settings as restrictive for insert with check ((select tenant.refuse_unless_billing()));
create policy books_update on billing_settings as restrictive for update using ((select tenant.refuse_unless_billing()));
grant insert, update on billing_settings to arcade_app;

-- What the laboratory charges for this work, where its catalogue says nothing.
alter table order_products
  add column own_price_cents bigint,
  add column own_vat vat_category,
  add constraint order_products__own_price check (
    (own_price_cents is null) = (own_vat is null) and own_price_cents between 0 and 100000000) not valid;

create type payment_means as enum ('transfer', 'check', 'cash', 'direct_debit', 'card', 'other');
alter table payments
  -- Of what was entered by hand: how it came, and what stands on it.
  add column means payment_means,
  add column payer_reference text,
  add constraint payments__by_hand check (mode = 'manual' or means is null and payer_reference is null) not valid,
  add constraint payments__payer_reference check (payer_reference <> '' and length(payer_reference) <= 100) not valid;

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
  cross join lateral (select o.remake_of is not null and o.total_cents is null as is_free) free
  cross join lateral (
    select unit, l.quantity * unit as gross,
      case when free.is_free then l.quantity * unit else round(l.quantity * unit * discount / 10000.0)::bigint end as discount
    from (
      select coalesce(l.own_price_cents, p.price_cents, case when free.is_free then 0 end)::bigint as unit) price) priced
  where o.brand_id = brand and o.id = any(order_ids);
end;

-- A credit note is exempt for the reason of what it takes back.
create or replace function tenant.add_taxes(brand uuid, piece uuid) returns void
language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  insert into invoice_taxes (brand_id, practice_id, invoice_id, vat, vat_rate, base_cents, tax_cents, exemption_code,
      exemption_reason)
    select l.brand_id, l.practice_id, l.invoice_id, l.vat, l.vat_rate, sum(l.net_cents),
      round(sum(l.net_cents) * l.vat_rate / 10000.0), why.code, why.reason
    from invoice_lines l
    join invoices i on i.brand_id = l.brand_id and i.id = l.invoice_id
    left join billing_settings s on s.brand_id = l.brand_id
    left join invoice_taxes earlier
      on earlier.brand_id = l.brand_id and earlier.invoice_id = i.corrects_id and earlier.vat = l.vat and i.type = 'credit'
    cross join lateral (
      select earlier.exemption_code as code, earlier.exemption_reason as reason where earlier.vat = 'exempt'
      union all
      select 'VATEX-FR-FRANCHISE', 'TVA non applicable, art. 293 B du CGI'
        where earlier.vat is null and l.vat = 'exempt' and s.is_vat_exempt
      union all
      select 'VATEX-FR-CGI261-4', 'Exonération de TVA, art. 261, 4, 1° du CGI'
        where earlier.vat is null and l.vat = 'exempt' and s.is_vat_exempt is not true
      union all
      select null, null where l.vat = 'standard') why
    where l.brand_id = brand and l.invoice_id = piece
    group by l.brand_id, l.practice_id, l.invoice_id, l.vat, l.vat_rate, why.code, why.reason;
end;

create or replace function seller_of(brand uuid) returns jsonb
language sql stable set search_path = pg_catalog, public, pg_temp
begin atomic
  select jsonb_strip_nulls(jsonb_build_object(
    'name', coalesce(s.legal_name, b.company_name), 'address', coalesce(s.address, b.address),
    'postalCode', case when s.address is null then b.postal_code else s.postal_code end,
    'city', case when s.address is null then b.city else s.city end,
    'countryCode', b.country_code, 'phone', b.client_service_phone, 'siren', s.siren, 'siret', s.siret,
    'vatNumber', s.vat_number,
    'legalMention', s.legal_mention, 'electronicAddress', coalesce(s.electronic_address, s.siren), 'iban', s.iban,
    'bic', s.bic, 'penaltyNote', s.penalty_note, 'recoveryNote', s.recovery_note, 'discountNote', s.discount_note))
  from brands b left join billing_settings s on s.brand_id = b.id
  where b.id = brand;
end;

-- What a work of a case costs, as long as the case is on no piece.
create function tenant.set_price(order_id uuid, case_sequence smallint, price_cents bigint, vat vat_category) returns text
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
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
  -- A remake that has a price is free no more.
  update orders o set total_cents = (
      select case when bool_and(coalesce(l.own_price_cents, p.price_cents) is not null)
        then sum(l.quantity * coalesce(l.own_price_cents, p.price_cents)) end
      from order_products l
      left join products p on p.brand_id = l.brand_id and p.reference = l.reference and p.version = l.product_version
      where l.brand_id = brand and l.order_id = priced.id)
    where o.brand_id = brand and o.id = priced.id;
  return 'set';
end $$;
revoke all on function tenant.set_price(uuid, smallint, bigint, vat_category) from public;
grant execute on function tenant.set_price(uuid, smallint, bigint, vat_category) to arcade_app;

-- Of these practices, or of all; nothing where one of them is not there.
create function tenant.begin_run(until_on date, practice_ids uuid[]) returns uuid
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(practice_ids) as id);
  made uuid;
begin
  perform tenant.refuse_unless_billing();
  if (select count(*) from practices p where p.brand_id = brand and p.id = any(asked)) < cardinality(asked) then
    return null;
  end if;
  insert into billing_runs as run (brand_id, until_on, type, created_by)
    values (brand, begin_run.until_on, case when coalesce(
        (select s.asks_approval from billing_settings s where s.brand_id = brand), false)
      then 'pro_forma' else 'invoice' end::invoice_type, tenant.user_id())
    returning run.id into made;
  insert into billing_run_practices (brand_id, run_id, practice_id)
    select brand, made, p.id from practices p
    where p.brand_id = brand and (asked = '{}' or p.id = any(asked)) and exists (
      select from orders o where o.brand_id = brand and o.practice_id = p.id and o.status = 'delivered');
  return made;
end $$;
revoke all on function tenant.begin_run(date, uuid[]) from public;
grant execute on function tenant.begin_run(date, uuid[]) to arcade_app;

-- The same, and how it came.
create function tenant.enter_payment(
  practice uuid, invoice_ids uuid[], amount_cents bigint, received_on date, note text,
  means payment_means, payer_reference text)
returns table (refusal text, payment_id uuid, receipt_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(invoice_ids) as id);
  debits uuid[];
begin
  perform tenant.refuse_unless_billing();
  select coalesce(array_agg(i.id order by i.id), '{}') into debits from (
    select i.id from invoices i
    where i.brand_id = brand and i.practice_id = practice
      and (i.id = any(asked) or asked = '{}' and i.due_cents > 0 and i.type in ('invoice', 'initialBalance'))
    order by i.id for no key update) i;
  refusal := case
    when not exists (select from practices p where p.brand_id = brand and p.id = practice)
      or asked <> '{}' and cardinality(debits) < cardinality(asked) then 'not_found'
    when enter_payment.amount_cents < 1 then 'amount_too_small'
    when enter_payment.received_on > today_of(brand) then 'received_later'
    when asked <> '{}' and exists (
      select from invoices i where i.brand_id = brand and i.id = any(asked)
        and (i.type not in ('invoice', 'initialBalance') or i.due_cents <= i.pending_cents)) then 'not_payable'
  end;
  if refusal is not null then
    return next;
    return;
  end if;
  insert into payments as made (brand_id, practice_id, mode, amount_cents, provider, reference, received_on, note, created_by,
      means, payer_reference)
    values (brand, practice, 'manual', enter_payment.amount_cents, 'manual', tenant.new_payment_reference(brand),
      enter_payment.received_on, nullif(enter_payment.note, ''), tenant.user_id(), enter_payment.means,
      nullif(enter_payment.payer_reference, ''))
    returning made.id into payment_id;
  receipt_id := tenant.settle_payment(brand, payment_id);
  perform tenant.allocate(brand, receipt_id, debits, enter_payment.amount_cents);
  return next;
end $$;
revoke all on function tenant.enter_payment(uuid, uuid[], bigint, date, text, payment_means, text) from public;
grant execute on function tenant.enter_payment(uuid, uuid[], bigint, date, text, payment_means, text) to arcade_app;

-- Money that went back by hand, or never came: of a payment that no provider answers for. Two who enter the same at once, each
-- on what they saw, enter it once.
create function tenant.refund_by_hand(payment_id uuid, refund_key text, seen_cents bigint, amount_cents bigint) returns text
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  paid payments;
begin
  perform tenant.refuse_unless_billing();
  select * into paid from payments p where p.brand_id = brand and p.id = refund_by_hand.payment_id for no key update;
  if paid.id is null then
    return 'not_found';
  elsif exists (select from payment_events e where e.brand_id = brand and e.payment_id = paid.id
    and e.provider = paid.provider and e.event_id = refund_by_hand.refund_key) then
    return 'refunded';
  elsif paid.provider not in ('manual', 'bank') or paid.status <> 'succeeded' or paid.refunded_cents <> seen_cents
    or refund_by_hand.amount_cents not between 1 and paid.amount_cents - paid.refunded_cents then
    return 'not_refundable';
  end if;
  perform tenant.record_payment_event(paid.id, paid.provider, refund_by_hand.refund_key, 'refunded',
    paid.refunded_cents + refund_by_hand.amount_cents, 'EUR');
  return 'refunded';
end $$;
revoke all on function tenant.refund_by_hand(uuid, text, bigint, bigint) from public;
grant execute on function tenant.refund_by_hand(uuid, text, bigint, bigint) to arcade_app;
