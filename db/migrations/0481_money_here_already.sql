-- Money comes to the books by more than one way: a bank's file, people, the laboratory's software. What one of them has said the others
-- are asked about, or are that very money.

-- Of this practice, in that week, whatever way it came: the laboratory's software has said it, and people write nothing of it alike.
create function told_like_it(brand uuid, practice uuid, amount_cents bigint, came_on date) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return exists (
  select from program_payments n join payments p on p.brand_id = n.brand_id and p.id = n.payment_id
  where n.brand_id = told_like_it.brand and p.practice_id = told_like_it.practice and p.status = 'succeeded'
    and p.amount_cents = told_like_it.amount_cents
    and p.received_on between told_like_it.came_on - 7 and told_like_it.came_on + 7);
revoke all on function told_like_it(uuid, uuid, bigint, date) from public;

create or replace function tenant.enter_payment(practice uuid, invoice_ids uuid[], amount_cents bigint, received_on date, note text,
  means payment_means, payer_reference text, is_another boolean)
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
    when not is_another and told_like_it(brand, practice, enter_payment.amount_cents, enter_payment.received_on) then 'told_alike'
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

create or replace function tenant.enter_announced(practice uuid, announced_id uuid, amount_cents bigint, received_on date, words text,
  is_another boolean)
returns table (refusal text, payment_id uuid, receipt_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant.refuse_unless_billing();
  -- Who records an entry of the file for it at this moment was first, or waits.
  perform from practices p where p.brand_id = tenant.brand_id() and p.id = practice for no key update;
  if not is_another and exists (
      select from payments p
      where p.brand_id = tenant.brand_id() and p.practice_id = practice and p.id = announced_id and p.status = 'pending') then
    refusal := case
      when transfer_like_it(tenant.brand_id(), practice, enter_announced.amount_cents, enter_announced.received_on, true)
        then 'recorded_from_file'
      when told_like_it(tenant.brand_id(), practice, enter_announced.amount_cents, enter_announced.received_on) then 'told_alike'
    end;
    if refusal is not null then
      return next;
      return;
    end if;
  end if;
  return query select * from tenant.enter_announced(practice, announced_id, enter_announced.amount_cents, enter_announced.received_on, words);
end $$;

-- Whether a line of a bank's file has said of this payment that it came; of an announced one that came otherwise the file says it for that.
create function is_in_file(brand uuid, payment uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return exists (
  select from payments p join payment_events e on e.brand_id = p.brand_id and e.amount_cents = p.amount_cents
  where p.brand_id = is_in_file.brand and p.id = is_in_file.payment and e.provider = 'bank' and e.event_id ~ '^[0-9a-f]{64}$'
    and e.payment_id = any(array[p.id, (
      select a.id from payments a where a.brand_id = p.brand_id and a.mode = 'transfer' and a.reference = split_part(p.note, ' ', 1))]));
revoke all on function is_in_file(uuid, uuid) from public;
grant execute on function is_in_file(uuid, uuid) to arcade_app;

-- What is here and in no file yet, though it comes by a bank: transfers that people have entered, and whatever software has told but cash.
create function is_without_line(brand uuid, payment uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return exists (
  select from payments p
  where p.brand_id = is_without_line.brand and p.id = is_without_line.payment and p.status = 'succeeded'
    and (p.mode = 'transfer' or p.means = 'transfer' or p.mode = 'manual' and p.means <> 'cash' and exists (
      select from program_payments n where n.brand_id = p.brand_id and n.payment_id = p.id))
    and not is_in_file(p.brand_id, p.id));
revoke all on function is_without_line(uuid, uuid) from public;
grant execute on function is_without_line(uuid, uuid) to arcade_app;

-- Of a practice, of those days.
create function entered_of(brand uuid, practice uuid, came_on date) returns setof payments
language sql stable set search_path = pg_catalog, public, pg_temp
begin atomic
  select p.* from payments p
  where p.brand_id = entered_of.brand and p.practice_id = entered_of.practice
    and p.received_on between entered_of.came_on - 7 and entered_of.came_on + 7 and is_without_line(p.brand_id, p.id);
end;
revoke all on function entered_of(uuid, uuid, date) from public;

-- As much, in one payment, or in all of those days: software tells one for each invoice that a transfer pays. No more of them than are
-- shown together (features/payments/rules.ts).
create function entered_like_it(brand uuid, practice uuid, amount_cents bigint, came_on date) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return (select coalesce(bool_or(e.amount_cents = entered_like_it.amount_cents)
    or count(*) <= 200 and sum(e.amount_cents) = entered_like_it.amount_cents, false)
  from entered_of(brand, practice, came_on) e);
revoke all on function entered_like_it(uuid, uuid, bigint, date) from public;

-- An entry of the file says of what was entered before only that the bank has it, too; of several, by one transfer.
create function tenant.claim_entered(payment_ids uuid[], entry text, amount_cents bigint) returns table (outcome text, booked_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select array_agg(distinct id) from unnest(payment_ids) as id);
  practices uuid[];
  there uuid[];
  sum_cents bigint;
begin
  perform tenant.refuse_unless_billing();
  with held as (
    select p.* from payments p where p.brand_id = brand and p.id = any(asked) order by p.id for no key update)
  select array_agg(id), array_agg(distinct practice_id), sum(amount_cents) into there, practices, sum_cents from held
    where status = 'succeeded' and mode in ('transfer', 'manual');
  if not exists (select from payments p where p.brand_id = brand and p.id = any(asked)) then
    outcome := 'unknown_payment';
    return next;
    return;
  end if;
  select case when e.payment_id = any(asked) then 'repeated' else 'entry_used' end
    into outcome from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
  if outcome is null and (cardinality(there) < cardinality(asked) or there is null or cardinality(practices) > 1
      or sum_cents <> claim_entered.amount_cents or exists (select from unnest(there) as id where is_in_file(brand, id))) then
    outcome := 'not_payable';
  end if;
  if outcome is not null then
    return next;
    return;
  end if;
  -- An entry is one line: the others of one transfer are known by it.
  insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    select brand, p.practice_id, p.id, 'bank',
      case when p.id = asked[1] then entry else encode(sha256(convert_to(entry || '/' || p.id, 'UTF8')), 'hex') end,
      'succeeded', p.amount_cents, 'EUR', 'applied'
    from payments p where p.brand_id = brand and p.id = any(asked);
  outcome := 'repeated';
  booked_id := asked[1];
  return next;
end $$;
revoke all on function tenant.claim_entered(uuid[], text, bigint) from public;
grant execute on function tenant.claim_entered(uuid[], text, bigint) to arcade_app;

-- An entry of the file for a transfer that was announced, whoever has said meanwhile that it came. Of one more that is like what is here
-- whoever records it is asked.
create function tenant.receive_transfer(payment_id uuid, entry text, amount_cents bigint, booked_on date, is_another boolean)
returns table (outcome text, booked_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  there payments;
begin
  perform tenant.refuse_unless_billing();
  select * into there from payments p
    where p.brand_id = brand and p.id = receive_transfer.payment_id and p.mode in ('transfer', 'manual') for no key update;
  if there.mode = 'manual' or there.status = 'succeeded' and there.amount_cents = receive_transfer.amount_cents
      and not is_in_file(brand, there.id) then
    return query select * from tenant.claim_entered(array[there.id], entry, receive_transfer.amount_cents);
    return;
  end if;
  if not is_another and entered_like_it(brand, there.practice_id, receive_transfer.amount_cents, booked_on)
      and not exists (select from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry) then
    outcome := 'entered_alike';
    return next;
    return;
  end if;
  return query select * from tenant.receive_transfer(receive_transfer.payment_id, entry, receive_transfer.amount_cents, booked_on);
end $$;
revoke all on function tenant.receive_transfer(uuid, text, bigint, date, boolean) from public;
grant execute on function tenant.receive_transfer(uuid, text, bigint, date, boolean) to arcade_app;

create function tenant.receive_for_invoices(invoice_ids uuid[], entry text, amount_cents bigint, booked_on date, is_another boolean)
returns table (outcome text, booked_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  owing uuid[];
begin
  perform tenant.refuse_unless_billing();
  select array_agg(distinct i.practice_id) into owing from invoices i where i.brand_id = brand and i.id = any(invoice_ids);
  if not is_another and cardinality(owing) = 1 then
    -- Whoever says that it came, by hand or by software, was first, or waits.
    perform from practices p where p.brand_id = brand and p.id = owing[1] for no key update;
    if entered_like_it(brand, owing[1], receive_for_invoices.amount_cents, booked_on)
        and not exists (select from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry) then
      outcome := 'entered_alike';
      return next;
      return;
    end if;
  end if;
  return query select * from tenant.receive_for_invoices(invoice_ids, entry, receive_for_invoices.amount_cents, booked_on);
end $$;
revoke all on function tenant.receive_for_invoices(uuid[], text, bigint, date, boolean) from public;
grant execute on function tenant.receive_for_invoices(uuid[], text, bigint, date, boolean) to arcade_app;

create or replace function tenant.receive_for_practice(practice uuid, entry text, amount_cents bigint, booked_on date, words text, is_another boolean)
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
  if not is_another and entered_like_it(brand, practice, receive_for_practice.amount_cents, booked_on) then
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

-- Money that the laboratory's software says has come: for these, or for whatever is due, the oldest first. What finds no place stays open on
-- the receipt. A transfer that the practice has announced is that one, whatever has come of it where it bears the reference. An announcement
-- whose pieces are said to be paid by other money no longer keeps them; comes its transfer as well, it is one more. What is here already by
-- another way (a card, the bank's file, by hand) is asked about.
create or replace function tenant.record_payment(external_id text, said jsonb) returns table (refusal text, receipt_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  paid record;
  announced payments;
  -- Announcements whose pieces are said to be paid by this money, or that it is, with another amount.
  freed uuid[];
  debits uuid[];
  made uuid;
begin
  perform tenant.refuse_unless_program();
  select * into strict paid from jsonb_to_record(said) as s(practice_id uuid, amount_cents bigint, received_on date,
    means payment_means, payer_reference text, invoice_ids uuid[], is_another boolean);
  perform from practices p where p.brand_id = brand and p.id = paid.practice_id for no key update;
  if paid.means = 'transfer' then
    select p.* into announced from payments p
      where p.brand_id = brand and p.practice_id = paid.practice_id and p.mode = 'transfer' and p.provider = 'bank'
        and p.status = 'pending'
        and (strpos(replace(paid.payer_reference, ' ', ''), p.reference) > 0
          -- What it is said to pay is what was announced, or nothing is said of that.
          or p.amount_cents = paid.amount_cents and (paid.invoice_ids = '{}' or paid.invoice_ids @> array(
            select h.invoice_id from payment_holds h where h.brand_id = brand and h.payment_id = p.id and h.is_held)))
      order by strpos(replace(paid.payer_reference, ' ', ''), p.reference) = 0, p.amount_cents <> paid.amount_cents, p.created_at, p.id
      limit 1
      for no key update;
  end if;
  -- Payments before pieces, as whoever withdraws one.
  with held as (
    select p.id from payments p
    where p.brand_id = brand and p.practice_id = paid.practice_id and p.mode = 'transfer' and p.status = 'pending'
      and announced.amount_cents is distinct from paid.amount_cents
      and (p.id = announced.id or exists (select from payment_holds h where h.brand_id = brand and h.payment_id = p.id and h.is_held
        and h.invoice_id = any(paid.invoice_ids)))
    order by p.id for no key update)
  select coalesce(array_agg(id), '{}') into freed from held;
  with there as (
    select i.id from invoices i
    where i.brand_id = brand and i.practice_id = paid.practice_id and i.type in ('invoice', 'initialBalance')
      and (i.id = any(paid.invoice_ids) or paid.invoice_ids = '{}' and i.due_cents > 0
        or i.id in (select h.invoice_id from payment_holds h where h.brand_id = brand and h.payment_id = announced.id))
    order by i.id for no key update)
  select coalesce(array_agg(id) filter (where id = any(paid.invoice_ids) or paid.invoice_ids = '{}'), '{}') into debits from there;
  refusal := case
    when cardinality(debits) < cardinality(paid.invoice_ids) then 'invoice_not_known'
    when not paid.is_another and exists (
      select from payments p
      where p.brand_id = brand and p.practice_id = paid.practice_id and p.status = 'succeeded'
        and p.amount_cents = paid.amount_cents
        and coalesce(p.received_on, p.settled_at::date) between paid.received_on - 7 and paid.received_on + 7
        -- Which of its own are which, a program knows by their names; not what another one has told before it.
        and not exists (select from program_payments n
          where n.brand_id = brand and n.payment_id = p.id and n.program_id = tenant.user_id())) then 'received_alike'
  end;
  if refusal is not null then
    return next;
    return;
  end if;
  if announced.amount_cents = paid.amount_cents then
    made := announced.id;
    update payments p set received_on = paid.received_on where p.brand_id = brand and p.id = made;
    insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
      values (brand, paid.practice_id, made, 'bank', 'hand:' || made, 'succeeded', paid.amount_cents, 'EUR', 'applied');
  else
    -- Of what it is itself, all.
    update payment_holds h set is_held = false where h.brand_id = brand and h.payment_id = announced.id and h.is_held;
    -- Of others as much as this money pays beyond what was free, the oldest first, as it is spent.
    with owed as (
      select i.id, i.due_cents - i.pending_cents as free,
        least(i.due_cents, greatest(0, paid.amount_cents - (sum(i.due_cents) over in_turn - i.due_cents))) as share
      from invoices i where i.brand_id = brand and i.id = any(paid.invoice_ids) and i.due_cents > 0
      window in_turn as (order by i.due_on, i.issued_on, i.number, i.id)),
    held as (
      select h.payment_id, h.invoice_id, h.cents, greatest(0, o.share - o.free) as beyond,
        sum(h.cents) over (partition by h.invoice_id order by h.payment_id) - h.cents as before
      from payment_holds h join owed o on o.id = h.invoice_id
      where h.brand_id = brand and h.payment_id = any(freed) and h.is_held),
    kept as (
      select payment_id, invoice_id, cents - least(cents, greatest(0, beyond - before)) as cents from held)
    update payment_holds h set is_held = kept.cents > 0, cents = case when kept.cents > 0 then kept.cents else h.cents end
      from kept
      where h.brand_id = brand and h.payment_id = kept.payment_id and h.invoice_id = kept.invoice_id and h.cents <> kept.cents;
    -- One that has more to pay is still awaited for that.
    update payments p set status = 'failed', failed_at = now()
      where p.brand_id = brand and p.id = any(freed) and not exists (
        select from payment_holds h where h.brand_id = brand and h.payment_id = p.id and h.is_held);
    insert into payments (brand_id, practice_id, mode, amount_cents, provider, reference, received_on, created_by, means,
        payer_reference, note)
      values (brand, paid.practice_id, 'manual', paid.amount_cents, 'manual', tenant.new_payment_reference(brand),
        paid.received_on, tenant.user_id(), paid.means, nullif(paid.payer_reference, ''), announced.reference)
      returning id into made;
  end if;
  insert into program_payments (brand_id, program_id, external_id, payment_id)
    values (brand, tenant.user_id(), record_payment.external_id, made);
  receipt_id := tenant.settle_payment(brand, made);
  -- What was announced, before whatever else is due.
  perform tenant.allocate(brand, receipt_id, array(
    select h.invoice_id from payment_holds h where h.brand_id = brand and h.payment_id = announced.id
      and (paid.invoice_ids = '{}' or h.invoice_id = any(paid.invoice_ids))), paid.amount_cents);
  perform tenant.allocate(brand, receipt_id, debits, paid.amount_cents);
  return next;
end $$;
