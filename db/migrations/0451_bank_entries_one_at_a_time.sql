-- A laboratory's entries of the bank are recorded by one person after another. One entry is looked for under several practices, and which of two
-- had it was known only when the second had written its receipt: a batch then failed as a whole, and each could wait for what the other held
-- (one its event, the other its number). Whoever records takes this lock before any other.

create or replace function tenant.hold_awaited(awaited uuid[]) returns void
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
  announced uuid[];
  owed uuid[];
begin
  perform tenant.refuse_unless_billing();
  perform pg_advisory_xact_lock(hashtextextended('bank_entries/' || brand, 0));
  announced := array(select p.id from payments p where p.brand_id = brand and p.id = any(awaited));
  owed := array(
    select i.id from invoices i where i.brand_id = brand and i.id = any(awaited)
    union select h.invoice_id from payment_holds h where h.brand_id = brand and h.payment_id = any(announced));
  -- In the order in which each of them is entered: practice, announced payment, pieces; and of each kind by its id.
  perform from practices p
    where p.brand_id = brand and p.id in (
      select i.practice_id from invoices i where i.brand_id = brand and i.id = any(owed)
      union select a.practice_id from payments a where a.brand_id = brand and a.id = any(announced))
    order by p.id for no key update;
  perform from payments p where p.brand_id = brand and p.id = any(announced) order by p.id for no key update;
  perform from invoices i where i.brand_id = brand and i.id = any(owed) order by i.id for no key update;
end $$;

create or replace function tenant.receive_for_practice(
  practice uuid, entry text, amount_cents bigint, booked_on date, words text, is_another boolean)
returns table (outcome text, booked_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  entered record;
begin
  perform tenant.refuse_unless_billing();
  -- Of two who enter it at once the second sees what the first has written.
  perform pg_advisory_xact_lock(hashtextextended('bank_entries/' || brand, 0));
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

  select * into strict entered from tenant.enter_payment(practice, '{}', receive_for_practice.amount_cents, booked_on, '',
    'transfer', left(words, 100), true);
  if entered.refusal is not null then
    raise 'a payment of a practice for whatever it owes was refused: %', entered.refusal;
  end if;
  booked_id := entered.payment_id;
  insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (brand, practice, booked_id, 'bank', entry, 'succeeded', receive_for_practice.amount_cents, 'EUR', 'applied');
  select case when i.due_cents < 0 then 'left_open' else 'received' end into strict outcome from invoices i
    where i.brand_id = brand and i.id = entered.receipt_id;
  return next;
end $$;
