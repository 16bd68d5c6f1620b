-- A transfer that a person has said to have come is booked once, in whatever way they said it: the file that says it again is asked about, and
-- so is a person who says what a file has said. See decision 0206.

-- Whether one of this amount has come within a week of this day already: by the bank's file, or as somebody says. What a person has said of an
-- announced one has an event as well ("hand:…"). Of one that came with another amount than announced, the event is the announced one's, with
-- whose reference the note of the payment begins.
create function transfer_like_it(brand uuid, practice uuid, amount_cents bigint, came_on date, by_file boolean) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return exists (
  select from payments p
  where p.brand_id = brand and p.practice_id = practice and p.status = 'succeeded' and (p.mode = 'transfer' or p.means = 'transfer')
    and p.amount_cents = transfer_like_it.amount_cents and p.received_on between came_on - 7 and came_on + 7
    and by_file = exists (
      select from payment_events e
      where e.brand_id = brand and e.provider = 'bank' and e.event_id ~ '^[0-9a-f]{64}$' and e.amount_cents = p.amount_cents
        and (e.payment_id = p.id or e.payment_id = (
          select a.id from payments a
          where a.brand_id = brand and a.mode = 'transfer' and a.reference = split_part(p.note, ' ', 1)))));
revoke all on function transfer_like_it(uuid, uuid, bigint, date, boolean) from public;

create or replace function tenant.receive_for_practice(
  practice uuid, entry text, amount_cents bigint, booked_on date, words text, is_another boolean)
returns table (outcome text, booked_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  entered record;
  violated text;
begin
  perform tenant.refuse_unless_billing();
  -- Of two who enter it at once the second sees what the first has written.
  perform from practices p where p.brand_id = brand and p.id = practice for no key update;
  if not found then
    outcome := 'unknown_practice';
    return next;
    return;
  end if;
  if booked_on > today_of(brand) then
    outcome := 'booked_later';
    return next;
    return;
  end if;
  select case when e.practice_id = practice then 'repeated' else 'entry_used' end
    into outcome from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
  if found then
    return next;
    return;
  end if;
  if not is_another and transfer_like_it(brand, practice, receive_for_practice.amount_cents, booked_on, false) then
    outcome := 'entered_alike';
    return next;
    return;
  end if;

  begin
    select * into strict entered from tenant.enter_payment(practice, '{}', receive_for_practice.amount_cents, booked_on, '',
      'transfer', left(words, 100), true);
    if entered.refusal is not null then
      raise 'a payment of a practice for whatever it owes was refused: %', entered.refusal;
    end if;
    booked_id := entered.payment_id;
    insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
      values (brand, practice, booked_id, 'bank', entry, 'succeeded', receive_for_practice.amount_cents, 'EUR', 'applied');
  exception when unique_violation then
    -- At the same moment somebody has said that it is another practice's.
    get stacked diagnostics violated = constraint_name;
    if violated <> 'payment_events__once' then
      raise;
    end if;
    outcome := 'entry_used';
    booked_id := null;
    return next;
    return;
  end;
  select case when i.due_cents < 0 then 'left_open' else 'received' end into strict outcome from invoices i
    where i.brand_id = brand and i.id = entered.receipt_id;
  return next;
end $$;

create or replace function tenant.enter_payment(
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
    when not is_another and enter_payment.means = 'transfer'
      and transfer_like_it(brand, practice, enter_payment.amount_cents, enter_payment.received_on, true) then 'recorded_from_file'
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
