-- Who does the books makes pieces: from cases that are delivered, one practice at a time or all of them in a run.

create type billing_run_state as enum ('waiting', 'done');

-- A month's invoices for everybody: what is still to do stands here, so that whichever process comes next goes on.
create table billing_runs (
  brand_id uuid not null references brands (id),
  id uuid not null default gen_random_uuid(),
  -- Work delivered until then, that day included.
  until_on date not null,
  type invoice_type not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  foreign key (brand_id, created_by) references users (brand_id, id)
);
create index billing_runs__recent on billing_runs (brand_id, created_at desc);

create table billing_run_practices (
  brand_id uuid not null,
  run_id uuid not null,
  practice_id uuid not null,
  state billing_run_state not null default 'waiting',
  pieces smallint not null default 0,
  amount_cents bigint not null default 0,
  -- Cases that have no price yet: somebody has to look.
  unpriced integer not null default 0,
  primary key (brand_id, run_id, practice_id),
  foreign key (brand_id, run_id) references billing_runs (brand_id, id),
  foreign key (brand_id, practice_id) references practices (brand_id, id)
);
create index billing_run_practices__waiting on billing_run_practices (brand_id, run_id) where state = 'waiting';

do $$
declare
  target regclass;
begin
  foreach target in array '{billing_runs,billing_run_practices}'::regclass[] loop
    execute format('alter table %s enable row level security', target);
    execute format('alter table %s force row level security', target);
    execute format('create policy of_laboratory on %s using (brand_id = (select tenant.brand_id())
      and (select tenant.audience()) in (''staff'', ''laboratory''))', target);
    execute format('grant select on %s to arcade_app', target);
  end loop;
end $$;

create trigger tell_change after insert or update on invoices for each row
  when (current_setting('changes.quiet', true) is distinct from 'on') execute function tell_change('invoices');

-- What stands on an invoice of these cases. A remake of which nobody has said what it costs costs nothing, and says so.
-- Hundredths of a percent of discount; no price is one that is not known.
create function billable_lines(brand uuid, order_ids uuid[], discount integer)
returns table (
  order_id uuid, order_code text, patient_code text, case_sequence smallint, reference text, label_fr text, label_en text,
  quantity smallint, unit_price_cents bigint, discount_cents bigint, net_cents bigint, vat vat_category, vat_rate smallint)
language sql stable set search_path = pg_catalog, public, pg_temp
begin atomic
  select o.id, o.code, o.patient_code, l.case_sequence, l.reference, l.label_fr, l.label_en, l.quantity,
    priced.unit, priced.discount, priced.gross - priced.discount, p.vat, case p.vat when 'standard' then 2000 else 0 end::smallint
  from orders o
  join order_products l on l.brand_id = o.brand_id and l.order_id = o.id
  left join products p on p.brand_id = l.brand_id and p.reference = l.reference and p.version = l.product_version
  cross join lateral (select o.remake_of is not null and o.total_cents is null as is_free) free
  cross join lateral (
    select unit, l.quantity * unit as gross,
      case when free.is_free then l.quantity * unit else round(l.quantity * unit * discount / 10000.0)::bigint end as discount
    from (select case when free.is_free then coalesce(p.price_cents, 0) else p.price_cents end::bigint as unit) price) priced
  where o.brand_id = brand and o.id = any(order_ids);
end;
revoke all on function billable_lines(uuid, uuid[], integer) from public;

-- Of a practice: what is delivered and on no invoice yet, with VAT. What has no price is not counted.
create function unbilled_cents(brand uuid, practice uuid) returns bigint
language sql stable set search_path = pg_catalog, public, pg_temp
begin atomic
  select coalesce(sum(by_rate.net + round(by_rate.net * by_rate.vat_rate / 10000.0)), 0)::bigint
  from (
    select vat_rate, sum(net_cents) as net
    from billable_lines(brand, array(
      select o.id from orders o
      where o.brand_id = brand and o.practice_id = practice and o.status = 'delivered' and not exists (
        select from invoice_orders b
        where b.brand_id = o.brand_id and b.order_id = o.id and b.is_current and b.type = 'invoice')), 0)
    where net_cents is not null group by vat_rate) by_rate;
end;
revoke all on function unbilled_cents(uuid, uuid) from public;
grant execute on function billable_lines(uuid, uuid[], integer), unbilled_cents(uuid, uuid) to arcade_app;

create function tenant.add_parties(brand uuid, piece uuid) returns void
language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  insert into invoice_parties (brand_id, practice_id, invoice_id, seller, buyer)
    select i.brand_id, i.practice_id, i.id,
      jsonb_strip_nulls(jsonb_build_object(
        'name', coalesce(s.legal_name, b.company_name), 'address', b.address, 'postalCode', b.postal_code, 'city', b.city,
        'countryCode', b.country_code, 'phone', b.client_service_phone, 'siren', s.siren, 'vatNumber', s.vat_number,
        'legalMention', s.legal_mention, 'electronicAddress', coalesce(s.electronic_address, s.siren), 'iban', s.iban,
        'bic', s.bic, 'penaltyNote', s.penalty_note, 'recoveryNote', s.recovery_note, 'discountNote', s.discount_note)),
      jsonb_build_object(
        'name', p.name, 'address', p.address, 'postalCode', p.postal_code, 'city', p.city, 'countryCode', p.country_code,
        'rppsSiretSiren', p.rpps_siret_siren)
    from invoices i
    join brands b on b.id = i.brand_id
    join practices p on p.brand_id = i.brand_id and p.id = i.practice_id
    left join billing_settings s on s.brand_id = i.brand_id
    where i.brand_id = brand and i.id = piece;
end;
revoke all on function tenant.add_parties(uuid, uuid) from public;

create function tenant.add_taxes(brand uuid, piece uuid) returns void
language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  insert into invoice_taxes (brand_id, practice_id, invoice_id, vat, vat_rate, base_cents, tax_cents, exemption_code,
      exemption_reason)
    select l.brand_id, l.practice_id, l.invoice_id, l.vat, l.vat_rate, sum(l.net_cents),
      round(sum(l.net_cents) * l.vat_rate / 10000.0),
      case l.vat when 'exempt' then 'VATEX-FR-CGI261-4' end,
      case l.vat when 'exempt' then 'Exonération de TVA, art. 261, 4, 1° du CGI' end
    from invoice_lines l where l.brand_id = brand and l.invoice_id = piece
    group by l.brand_id, l.practice_id, l.invoice_id, l.vat, l.vat_rate;
end;
revoke all on function tenant.add_taxes(uuid, uuid) from public;

-- Said once for all of them: who looks at cases refetches, and nobody is told that a case has news.
create function tenant.mark_invoiced(brand uuid, practice uuid, order_ids uuid[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  was_quiet text := coalesce(current_setting('changes.quiet', true), '');
begin
  perform set_config('changes.quiet', 'on', true);
  with moved as (
    update orders o set status = 'invoiced'
      where o.brand_id = brand and o.practice_id = practice and o.id = any(order_ids) and o.status = 'delivered'
      returning o.id)
  insert into order_events (brand_id, practice_id, order_id, sequence, status)
    select brand, practice, moved.id, coalesce(max(e.sequence), 0) + 1, 'invoiced'
    from moved left join order_events e
      on e.brand_id = brand and e.order_id = moved.id and e.order_id = any(order_ids)
    group by moved.id;
  perform set_config('changes.quiet', was_quiet, true);
  perform pg_notify('changes', brand || '/' || practice || '/orders');
end $$;
revoke all on function tenant.mark_invoiced(uuid, uuid, uuid[]) from public;

create function tenant.make_piece(
  brand uuid, practice uuid, order_ids uuid[], as_type invoice_type, discount integer, is_released boolean,
  vats vat_category[]) returns uuid
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  piece uuid := gen_random_uuid();
  days integer := coalesce((select s.payment_days from billing_settings s where s.brand_id = brand), 30);
  zone text := (select b.time_zone from brands b where b.id = brand);
begin
  insert into invoices (brand_id, practice_id, id, type, due_on, net_cents, vat_cents, amount_cents, decision, created_by)
    select brand, practice, piece, as_type, today_of(brand) + days, sum(net), sum(tax), sum(net) + sum(tax),
      case when as_type = 'pro_forma' then 'to_validate' when is_released then 'released' else 'validated' end::invoice_decision,
      tenant.user_id()
    from (
      select sum(net_cents) as net, round(sum(net_cents) * vat_rate / 10000.0) as tax
      from billable_lines(brand, order_ids, discount) where vat = any(vats) group by vat_rate) by_rate;
  insert into invoice_lines (brand_id, practice_id, invoice_id, position, order_id, order_code, patient_code, delivered_on,
      reference, label_fr, label_en, quantity, unit_price_cents, discount_cents, vat, vat_rate)
    select brand, practice, piece, row_number() over (order by l.order_code collate natural_order, l.case_sequence),
      l.order_id, l.order_code, l.patient_code, delivered.day, l.reference, l.label_fr, l.label_en, l.quantity,
      l.unit_price_cents, l.discount_cents, l.vat, l.vat_rate
    from billable_lines(brand, order_ids, discount) l
    left join lateral (
      select (max(e.at) at time zone zone)::date as day from order_events e
      where e.brand_id = brand and e.order_id = l.order_id and e.status = 'delivered') delivered on true
    where l.vat = any(vats);
  insert into invoice_orders (brand_id, practice_id, invoice_id, order_id, type, vat)
    select distinct l.brand_id, l.practice_id, l.invoice_id, l.order_id, as_type, l.vat
    from invoice_lines l where l.brand_id = brand and l.invoice_id = piece;
  perform tenant.add_taxes(brand, piece);
  perform tenant.add_parties(brand, piece);
  return piece;
end $$;
revoke all on function tenant.make_piece(uuid, uuid, uuid[], invoice_type, integer, boolean, vat_category[]) from public;

-- One piece of all these cases of a practice, or two where the laboratory keeps exempt and taxed lines apart. What is
-- refused says of which case.
create function tenant.issue(
  practice uuid, order_ids uuid[], as_type invoice_type, discount integer, is_released boolean)
returns table (refusal text, order_id uuid, invoice_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(order_ids) as id);
  faulty record;
  vats vat_category[];
  piece_vats vat_category[];
begin
  perform tenant.refuse_unless_billing();
  if as_type not in ('invoice', 'pro_forma') or discount not between 0 and 10000 then
    raise exception 'not issued so' using errcode = 'invalid_parameter_value';
  end if;
  -- One after the other: who comes second finds them billed.
  perform from orders o where o.brand_id = brand and o.practice_id = issue.practice and o.id = any(asked)
    order by o.id for no key update;
  select * into faulty from (
    select asked_id as id, case
      when o.id is null then 'not_found'
      when exists (select from invoice_orders b where b.brand_id = brand and b.order_id = o.id and b.is_current
        and b.type in ('invoice', 'pro_forma')) then 'billed_already'
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

  select array_agg(distinct l.vat) into vats from billable_lines(brand, asked, discount) l;
  if not coalesce((select s.splits_vat from billing_settings s where s.brand_id = brand), false) then
    invoice_id := tenant.make_piece(brand, practice, asked, as_type, discount, is_released, vats);
    return next;
  else
    for piece_vats in select array[one] from unnest(vats) as one order by one loop
      invoice_id := tenant.make_piece(brand, practice, asked, as_type, discount, is_released, piece_vats);
      return next;
    end loop;
  end if;
  if as_type = 'invoice' then
    perform tenant.mark_invoiced(brand, practice, asked);
  end if;
end $$;
revoke all on function tenant.issue(uuid, uuid[], invoice_type, integer, boolean) from public;
grant execute on function tenant.issue(uuid, uuid[], invoice_type, integer, boolean) to arcade_app;

-- A copy with lines of another piece, as they were.
create function tenant.copy_piece(source uuid, as_type invoice_type, positions smallint[], why text) returns uuid
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
  of_source invoices;
  piece uuid := gen_random_uuid();
  days integer := coalesce((select s.payment_days from billing_settings s where s.brand_id = brand), 30);
begin
  select * into strict of_source from invoices where brand_id = brand and id = source;
  insert into invoices (brand_id, practice_id, id, type, due_on, net_cents, vat_cents, amount_cents, corrects_id, reason,
      created_by)
    select brand, of_source.practice_id, piece, as_type,
      today_of(brand) + case as_type when 'credit' then 0 else days end, sum(net), sum(tax),
      case as_type when 'credit' then -1 else 1 end * (sum(net) + sum(tax)), source, nullif(why, ''), tenant.user_id()
    from (
      select sum(net_cents) as net, round(sum(net_cents) * vat_rate / 10000.0) as tax
      from invoice_lines where brand_id = brand and invoice_id = source and position = any(positions)
      group by vat_rate) by_rate;
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
  perform tenant.add_taxes(brand, piece);
  perform tenant.add_parties(brand, piece);
  return piece;
end $$;
revoke all on function tenant.copy_piece(uuid, invoice_type, smallint[], text) from public;

-- Lines that are not owed after all: of an invoice these, or all that no credit note has taken back yet. What is still due
-- of it falls by as much; what was paid already stays open on the credit note.
create function tenant.credit(invoice_id uuid, positions smallint[], reason text)
returns table (refusal text, credit_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  corrected invoices;
  taken_back smallint[];
begin
  perform tenant.refuse_unless_billing();
  select * into corrected from invoices i where i.brand_id = brand and i.id = credit.invoice_id for no key update;
  select coalesce(array_agg(l.position), '{}') into taken_back from invoice_lines l
    where l.brand_id = brand and l.invoice_id = corrected.id
      and (l.position = any(credit.positions) or credit.positions = '{}' and not exists (
        select from invoice_lines c where c.brand_id = brand and c.credited_invoice_id = l.invoice_id
          and c.credited_position = l.position));
  refusal := case
    when corrected.id is null then 'not_found'
    when corrected.type <> 'invoice' then 'not_creditable'
    when cardinality(taken_back) = 0 or exists (
      select from invoice_lines c where c.brand_id = brand and c.credited_invoice_id = corrected.id
        and c.credited_position = any(taken_back)) then 'credited_already'
    when cardinality(taken_back) < (select count(distinct position) from unnest(credit.positions) as position)
      then 'not_found'
  end;
  if refusal is null then
    credit_id := tenant.copy_piece(corrected.id, 'credit', taken_back, credit.reason);
    perform tenant.allocate(brand, credit_id, array[corrected.id], corrected.amount_cents);
    -- Work of which nothing is owed any more can be billed anew.
    update invoice_orders b set is_current = false
      where b.brand_id = brand and b.invoice_id = corrected.id and not exists (
        select from invoice_lines l
        where l.brand_id = brand and l.invoice_id = corrected.id and l.order_id = b.order_id and l.vat = b.vat
          and not exists (select from invoice_lines c where c.brand_id = brand and c.credited_invoice_id = l.invoice_id
            and c.credited_position = l.position));
  end if;
  return next;
end $$;
revoke all on function tenant.credit(uuid, smallint[], text) from public;
grant execute on function tenant.credit(uuid, smallint[], text) to arcade_app;

-- What a practice owed before the portal, or had in its favour.
create function tenant.enter_initial_balance(practice uuid, amount_cents bigint, reason text)
returns table (refusal text, invoice_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
begin
  perform tenant.refuse_unless_billing();
  perform from practices p where p.brand_id = brand and p.id = practice for no key update;
  refusal := case
    when not found then 'not_found'
    when exists (select from invoices i where i.brand_id = brand and i.practice_id = practice
      and i.type = 'initialBalance') then 'entered_already'
  end;
  if refusal is null then
    insert into invoices as made (brand_id, practice_id, type, amount_cents, reason, created_by)
      values (brand, practice, 'initialBalance', enter_initial_balance.amount_cents,
        nullif(enter_initial_balance.reason, ''), tenant.user_id())
      returning made.id into invoice_id;
    perform tenant.add_parties(brand, invoice_id);
  end if;
  return next;
end $$;
revoke all on function tenant.enter_initial_balance(uuid, bigint, text) from public;
grant execute on function tenant.enter_initial_balance(uuid, bigint, text) to arcade_app;

-- A pro forma: the practice approves it or asks about it; who does the books submits it again, or withdraws it. An invoice
-- that is not yet due for payment is released.
create function tenant.decide(invoice_id uuid, decision invoice_decision, question text) returns text
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  decided invoices;
  is_practice boolean := tenant.audience() = 'practice' and tenant.sees_invoices();
begin
  if is_practice is not true then
    perform tenant.refuse_unless_billing();
  end if;
  select * into decided from invoices i where i.brand_id = brand and i.id = decide.invoice_id for no key update;
  if decided.id is null then
    return 'not_found';
  end if;
  if (case when is_practice
      then decided.type = 'pro_forma' and decided.decision = 'to_validate'
        and (decide.decision = 'validated' or decide.decision = 'in_validation' and decide.question <> '')
      else (decided.type, decided.decision, decide.decision) in (
        ('pro_forma', 'in_validation', 'to_validate'), ('pro_forma', 'to_validate', 'rejected'),
        ('pro_forma', 'in_validation', 'rejected'), ('pro_forma', 'validated', 'rejected'),
        ('invoice', 'validated', 'released')) end) is not true then
    return 'decision_not_allowed';
  end if;
  update invoices i set decision = decide.decision, decided_by = tenant.user_id(), decided_at = now(),
      question = case when decide.decision = 'in_validation' then decide.question else i.question end
    where i.brand_id = brand and i.id = decided.id;
  if decide.decision = 'rejected' then
    update invoice_orders b set is_current = false where b.brand_id = brand and b.invoice_id = decided.id;
  end if;
  return 'decided';
end $$;
revoke all on function tenant.decide(uuid, invoice_decision, text) from public;
grant execute on function tenant.decide(uuid, invoice_decision, text) to arcade_app;

-- The invoice of a pro forma, line by line as it was approved; where nobody is asked to approve, at once.
create function tenant.confirm_pro_forma(pro_forma_id uuid) returns table (refusal text, invoice_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  draft invoices;
  of_draft uuid[];
begin
  perform tenant.refuse_unless_billing();
  select * into draft from invoices i where i.brand_id = brand and i.id = pro_forma_id for no key update;
  refusal := case
    when draft.id is null then 'not_found'
    when draft.type <> 'pro_forma' or not (draft.decision = 'validated' or draft.decision = 'to_validate' and not coalesce(
      (select s.asks_approval from billing_settings s where s.brand_id = brand), false)) then 'decision_not_allowed'
  end;
  if refusal is null then
    of_draft := array(select distinct b.order_id from invoice_orders b where b.brand_id = brand and b.invoice_id = draft.id);
    perform from orders o where o.brand_id = brand and o.id = any(of_draft) order by o.id for no key update;
    update invoices i set decision = 'handled', decided_by = tenant.user_id(), decided_at = now()
      where i.brand_id = brand and i.id = draft.id;
    update invoice_orders b set is_current = false where b.brand_id = brand and b.invoice_id = draft.id;
    invoice_id := tenant.copy_piece(draft.id, 'invoice', array(
      select l.position from invoice_lines l where l.brand_id = brand and l.invoice_id = draft.id), '');
    perform tenant.mark_invoiced(brand, draft.practice_id, of_draft);
  end if;
  return next;
end $$;
revoke all on function tenant.confirm_pro_forma(uuid) from public;
grant execute on function tenant.confirm_pro_forma(uuid) to arcade_app;

create function tenant.begin_run(until_on date) returns uuid
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  made uuid;
begin
  perform tenant.refuse_unless_billing();
  insert into billing_runs as run (brand_id, until_on, type, created_by)
    values (brand, begin_run.until_on, case when coalesce(
        (select s.asks_approval from billing_settings s where s.brand_id = brand), false)
      then 'pro_forma' else 'invoice' end::invoice_type, tenant.user_id())
    returning run.id into made;
  insert into billing_run_practices (brand_id, run_id, practice_id)
    select brand, made, p.id from practices p
    where p.brand_id = brand and exists (
      select from orders o where o.brand_id = brand and o.practice_id = p.id and o.status = 'delivered');
  return made;
end $$;
revoke all on function tenant.begin_run(date) from public;
grant execute on function tenant.begin_run(date) to arcade_app;

-- The next practice of a run that nobody is at: its pieces and the note that they are made commit together, or not at all.
-- False where none is left.
create function tenant.continue_run(run_id uuid) returns boolean
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  run billing_runs;
  practice uuid;
  zone text := (select b.time_zone from brands b where b.id = tenant.brand_id());
  waiting uuid[];
  billable uuid[];
  made uuid[] := '{}';
begin
  perform tenant.refuse_unless_billing();
  select * into run from billing_runs r where r.brand_id = brand and r.id = continue_run.run_id;
  select w.practice_id into practice from billing_run_practices w
    where w.brand_id = brand and w.run_id = run.id and w.state = 'waiting' limit 1 for update skip locked;
  if practice is null then
    return false;
  end if;
  perform from orders o where o.brand_id = brand and o.practice_id = practice and o.status = 'delivered'
    order by o.id for no key update;
  waiting := array(
    select o.id from orders o
    where o.brand_id = brand and o.practice_id = practice and o.status = 'delivered'
      and not exists (select from invoice_orders b where b.brand_id = brand and b.order_id = o.id and b.is_current
        and b.type in ('invoice', 'pro_forma'))
      and (select (max(e.at) at time zone zone)::date from order_events e
        where e.brand_id = brand and e.order_id = o.id and e.status = 'delivered') <= run.until_on);
  billable := array(
    select l.order_id from billable_lines(brand, waiting, 0) l
    group by l.order_id having bool_and(l.net_cents is not null and l.vat is not null));
  if billable <> '{}' then
    made := array(select i.invoice_id from tenant.issue(practice, billable, run.type, 0, true) i);
  end if;
  update billing_run_practices w set state = 'done', pieces = cardinality(made), unpriced = cardinality(waiting) - cardinality(billable),
      amount_cents = coalesce((select sum(i.amount_cents) from invoices i where i.brand_id = brand and i.id = any(made)), 0)
    where w.brand_id = brand and w.run_id = run.id and w.practice_id = practice;
  return true;
end $$;
revoke all on function tenant.continue_run(uuid) from public;
grant execute on function tenant.continue_run(uuid) to arcade_app;
