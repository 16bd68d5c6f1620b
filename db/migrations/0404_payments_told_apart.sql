-- One cheque that two windows enter is entered once; two that are alike are two, once somebody says so. The practice is held first:
-- of two who enter the same for nothing that is due the second sees what the first has written.
create function tenant.enter_payment(
  practice uuid, invoice_ids uuid[], amount_cents bigint, received_on date, note text, means payment_means, payer_reference text,
  is_another boolean)
returns table (refusal text, payment_id uuid, receipt_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(invoice_ids) as id);
  debits uuid[];
begin
  perform tenant.refuse_unless_billing();
  perform from practices p where p.brand_id = brand and p.id = practice for no key update;
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
    when not is_another and exists (
      select from payments p where p.brand_id = brand and p.practice_id = practice and p.mode = 'manual'
        and p.status = 'succeeded' and p.created_at > now() - interval '60 days'
        and p.amount_cents = enter_payment.amount_cents and p.means = enter_payment.means
        and lower(coalesce(p.payer_reference, '')) = lower(enter_payment.payer_reference)
        -- What comes every month bears no number, and each its own day.
        and (enter_payment.payer_reference <> '' or p.received_on = enter_payment.received_on)) then 'entered_alike'
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
revoke all on function tenant.enter_payment(uuid, uuid[], bigint, date, text, payment_means, text, boolean) from public;
grant execute on function tenant.enter_payment(uuid, uuid[], bigint, date, text, payment_means, text, boolean) to arcade_app;

-- The release before knows no such refusal.
create or replace function tenant.enter_payment(
  practice uuid, invoice_ids uuid[], amount_cents bigint, received_on date, note text, means payment_means, payer_reference text)
returns table (refusal text, payment_id uuid, receipt_id uuid)
language sql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from tenant.enter_payment(practice, invoice_ids, amount_cents, received_on, note, means, payer_reference, true)
$$;

-- One transfer may pay several invoices of a practice. What tells lines of the bank apart is the bank's, so alike ones are two.
create function tenant.receive_for_invoices(invoice_ids uuid[], entry text, amount_cents bigint, booked_on date)
returns table (outcome text, booked_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(invoice_ids) as id);
  owing uuid[];
  due integer;
  entered record;
begin
  perform tenant.refuse_unless_billing();
  -- As who enters a payment by hand: the practice before its pieces.
  select array_agg(distinct i.practice_id) into owing from invoices i where i.brand_id = brand and i.id = any(asked);
  if cardinality(owing) = 1 then
    perform from practices p where p.brand_id = brand and p.id = owing[1] for no key update;
  end if;
  -- Of two who enter it at once the second sees what the first has written.
  perform from invoices i where i.brand_id = brand and i.id = any(asked) order by i.id for no key update;
  select count(*) into due from invoices i
    where i.brand_id = brand and i.id = any(asked) and i.practice_id = owing[1] and i.type in ('invoice', 'initialBalance');
  if due = 0 or due < cardinality(asked) then
    outcome := 'unknown_payment';
    return next;
    return;
  end if;
  select case when exists (
      select from allocations a join invoices r on r.brand_id = a.brand_id and r.id = a.credit_id
      where a.brand_id = brand and a.debit_id = any(asked) and r.payment_id = e.payment_id)
    then 'repeated' else 'entry_used' end
    into outcome from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
  if found then
    return next;
    return;
  end if;

  select * into strict entered from tenant.enter_payment(owing[1], asked, receive_for_invoices.amount_cents,
    booked_on, '', 'transfer', '', true);
  if entered.refusal is not null then
    outcome := case entered.refusal when 'received_later' then 'booked_later' else 'not_payable' end;
    return next;
    return;
  end if;
  booked_id := entered.payment_id;
  insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (brand, owing[1], booked_id, 'bank', entry, 'succeeded', receive_for_invoices.amount_cents, 'EUR', 'applied');
  select case when i.due_cents < 0 then 'left_open' else 'received' end into strict outcome from invoices i
    where i.brand_id = brand and i.id = entered.receipt_id;
  return next;
end $$;
revoke all on function tenant.receive_for_invoices(uuid[], text, bigint, date) from public;
grant execute on function tenant.receive_for_invoices(uuid[], text, bigint, date) to arcade_app;

create or replace function tenant.receive_for_invoice(invoice_id uuid, entry text, amount_cents bigint, booked_on date)
returns table (outcome text, booked_id uuid)
language sql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from tenant.receive_for_invoices(array[invoice_id], entry, amount_cents, booked_on)
$$;
