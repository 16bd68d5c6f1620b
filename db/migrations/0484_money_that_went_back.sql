-- Money that is here already is told from money that comes by what the bank has shown of it. See decision 0206.

-- What the bank has shown of a payment, though some or all of it may have gone back since. What was taken back as a mistake never came.
-- Returns from before there were reasons are refunds.
create function came_cents(brand uuid, payment uuid) returns bigint
language sql stable set search_path = pg_catalog, public, pg_temp
return (
  select case when p.refunded_cents = 0 then p.amount_cents else p.amount_cents - (
    select coalesce(sum(i.amount_cents), 0) from invoices i
    where i.brand_id = p.brand_id and i.payment_id = p.id and i.amount_cents > 0 and i.returned_as = 'mistake')::bigint end
  from payments p
  where p.brand_id = came_cents.brand and p.id = came_cents.payment and p.status in ('succeeded', 'refunded'));
revoke all on function came_cents(uuid, uuid) from public;
grant execute on function came_cents(uuid, uuid) to arcade_app;

-- Whether a line of a bank's file has said of this payment that it came; of an announced one that came otherwise the file says it for that.
-- The amount tells the several payments of one announcement apart. A payment that was claimed by its line after a mistake in its amount was
-- corrected has a line of less than it was entered with.
create or replace function is_in_file(brand uuid, payment uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return exists (
  select from payments p join payment_events e on e.brand_id = p.brand_id
  where p.brand_id = is_in_file.brand and p.id = is_in_file.payment and e.provider = 'bank' and e.event_id ~ '^[0-9a-f]{64}$'
    and e.payment_id = any(array[p.id, (
      select a.id from payments a where a.brand_id = p.brand_id and a.mode = 'transfer' and a.reference = split_part(p.note, ' ', 1))])
    and (e.amount_cents = p.amount_cents
      or e.payment_id = p.id and (p.mode = 'manual' or e.amount_cents = came_cents(p.brand_id, p.id))));

-- What has come and is in no file yet, though it comes by a bank: whatever people have entered or software has told, but cash. What is a
-- direct debit for whoever writes it may be a transfer for somebody else, and nobody notes it twice because of that.
-- What has gone back since (given back, or rejected by the bank) came all the same: its line is in the file, and the line of its return is
-- left out of what came.
create or replace function is_without_line(brand uuid, payment uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return exists (
  select from payments p
  where p.brand_id = is_without_line.brand and p.id = is_without_line.payment and came_cents(p.brand_id, p.id) > 0
    and (p.mode = 'transfer' or p.mode = 'manual' and p.means <> 'cash')
    and not is_in_file(p.brand_id, p.id));

-- Whether all that this line of a file was said to be has been taken back as a mistake: the money it speaks of is nowhere then. Of an
-- announcement, whatever of that amount came for it; of several that were claimed together, each.
create function line_is_free(brand uuid, entry text) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return (
  select coalesce(bool_and(came_cents(brand, p.id) = 0), false)
  from payment_events e join payments own on own.brand_id = e.brand_id and own.id = e.payment_id
  join payments p on p.brand_id = e.brand_id and p.practice_id = e.practice_id
  where e.brand_id = line_is_free.brand and e.provider = 'bank' and e.event_id = line_is_free.entry
    -- Of most lines nothing was taken back: they are answered without looking at all that the practice has paid.
    and (own.status <> 'succeeded' or own.refunded_cents > 0 or own.amount_cents <> e.amount_cents)
    and p.status in ('succeeded', 'refunded')
    and (p.id = e.payment_id
      or p.mode = 'manual' and p.amount_cents = e.amount_cents and split_part(p.note, ' ', 1) = (
        select a.reference from payments a where a.brand_id = e.brand_id and a.id = e.payment_id and a.mode = 'transfer')
      or exists (
        select from payment_events o where o.brand_id = p.brand_id and o.provider = 'bank' and o.payment_id = p.id
          and o.event_id = encode(sha256(convert_to(line_is_free.entry || '/' || p.id, 'UTF8')), 'hex'))));
revoke all on function line_is_free(uuid, text) from public;
grant execute on function line_is_free(uuid, text) to arcade_app;

-- The name by which this line is recorded now. What is written of a line stays (payment_events only grows), so a line that is free again goes
-- by another name, which is reckoned from the one before it: two who record it at once have the same, and the second finds it used.
create function entry_now(brand uuid, entry text) returns text
language plpgsql stable strict set search_path = pg_catalog, public, pg_temp as $$
declare
  name text := entry;
begin
  while line_is_free(brand, name) loop
    name := encode(sha256(convert_to(name || '/again', 'UTF8')), 'hex');
  end loop;
  return name;
end $$;
revoke all on function entry_now(uuid, text) from public;
grant execute on function entry_now(uuid, text) to arcade_app;

-- As much, in one payment, or in all of those days: software tells one for each invoice that a transfer pays. No more of them than are
-- shown together (features/payments/rules.ts). Of an announcement that has ended, what has paid its invoices instead is looked at by itself:
-- another payment of that week has nothing to do with it. Whoever records has seen what stands in besides, and says that it is other money;
-- of what came meanwhile they have said nothing. (It takes the place of entered_like_it.)
create function here_like_it(brand uuid, practice uuid, amount_cents bigint, came_on date, besides uuid[], ended uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return (select coalesce(bool_or(e.cents = here_like_it.amount_cents)
    or count(*) <= 200 and (sum(e.cents) = here_like_it.amount_cents
      or sum(e.cents) filter (where e.is_instead) = here_like_it.amount_cents), false)
  from (
    select came_cents(p.brand_id, p.id) as cents, here_like_it.ended is not null and exists (
      select from payment_holds h join allocations a on a.brand_id = h.brand_id and a.debit_id = h.invoice_id
      join invoices r on r.brand_id = a.brand_id and r.id = a.credit_id
      where h.brand_id = p.brand_id and h.payment_id = here_like_it.ended and r.payment_id = p.id) as is_instead
    from entered_of(brand, practice, came_on) p where p.id <> all(here_like_it.besides)) e);
revoke all on function here_like_it(uuid, uuid, bigint, date, uuid[], uuid) from public;

-- An entry of the file says of what was entered before only that the bank has it, too; of several, by one transfer.
create or replace function tenant.claim_entered(payment_ids uuid[], entry text, amount_cents bigint)
returns table (outcome text, booked_id uuid)
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
  perform from payments p where p.brand_id = brand and p.id = any(asked) order by p.id for no key update;
  if not found then
    outcome := 'unknown_payment';
    return next;
    return;
  end if;
  entry := entry_now(brand, entry);
  -- Read once all are held: what somebody else has claimed meanwhile is seen.
  select array_agg(p.id), array_agg(distinct p.practice_id), sum(came_cents(brand, p.id)) into there, practices, sum_cents from payments p
    where p.brand_id = brand and p.id = any(asked) and is_without_line(brand, p.id);
  select case when e.payment_id = any(asked) then 'repeated' else 'entry_used' end
    into outcome from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
  if outcome is null and (there is null or cardinality(there) < cardinality(asked) or cardinality(practices) > 1
      or sum_cents <> claim_entered.amount_cents) then
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
      'succeeded', came_cents(brand, p.id), 'EUR', 'applied'
    from payments p where p.brand_id = brand and p.id = any(asked);
  outcome := 'repeated';
  booked_id := asked[1];
  return next;
end $$;

-- An entry of the file for a transfer that was announced, whoever has said meanwhile that it came. Of one more that is like what is here
-- whoever records it is asked. Pages from before besides say by is_another that it is like nothing.
create function tenant.receive_transfer(payment_id uuid, entry text, amount_cents bigint, booked_on date, besides uuid[], is_another boolean)
returns table (outcome text, booked_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  there payments;
begin
  perform tenant.refuse_unless_billing();
  entry := entry_now(brand, entry);
  select * into there from payments p
    where p.brand_id = brand and p.id = receive_transfer.payment_id and p.mode in ('transfer', 'manual') for no key update;
  if there.mode = 'manual'
      or came_cents(brand, there.id) = receive_transfer.amount_cents and not is_in_file(brand, there.id) then
    return query select * from tenant.claim_entered(array[there.id], entry, receive_transfer.amount_cents);
    return;
  end if;
  if not is_another and here_like_it(brand, there.practice_id, receive_transfer.amount_cents, booked_on, besides,
        case when there.status = 'failed' then there.id end)
      and not exists (select from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry) then
    outcome := 'entered_alike';
    return next;
    return;
  end if;
  return query select * from tenant.receive_transfer(receive_transfer.payment_id, entry, receive_transfer.amount_cents, booked_on);
end $$;
revoke all on function tenant.receive_transfer(uuid, text, bigint, date, uuid[], boolean) from public;
grant execute on function tenant.receive_transfer(uuid, text, bigint, date, uuid[], boolean) to arcade_app;

create or replace function tenant.receive_transfer(payment_id uuid, entry text, amount_cents bigint, booked_on date, is_another boolean)
returns table (outcome text, booked_id uuid)
language sql volatile strict security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select r.outcome, r.booked_id
  from tenant.receive_transfer(receive_transfer.payment_id, entry, receive_transfer.amount_cents, booked_on, '{}', is_another) r;
end;

create function tenant.receive_for_invoices(invoice_ids uuid[], entry text, amount_cents bigint, booked_on date, besides uuid[], is_another boolean)
returns table (outcome text, booked_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  owing uuid[];
begin
  perform tenant.refuse_unless_billing();
  entry := entry_now(brand, entry);
  select array_agg(distinct i.practice_id) into owing from invoices i where i.brand_id = brand and i.id = any(invoice_ids);
  if not is_another and cardinality(owing) = 1 then
    -- Whoever says that it came, by hand or by software, was first, or waits.
    perform from practices p where p.brand_id = brand and p.id = owing[1] for no key update;
    if here_like_it(brand, owing[1], receive_for_invoices.amount_cents, booked_on, besides, null)
        and not exists (select from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry) then
      outcome := 'entered_alike';
      return next;
      return;
    end if;
  end if;
  return query select * from tenant.receive_for_invoices(invoice_ids, entry, receive_for_invoices.amount_cents, booked_on);
end $$;
revoke all on function tenant.receive_for_invoices(uuid[], text, bigint, date, uuid[], boolean) from public;
grant execute on function tenant.receive_for_invoices(uuid[], text, bigint, date, uuid[], boolean) to arcade_app;

create or replace function tenant.receive_for_invoices(invoice_ids uuid[], entry text, amount_cents bigint, booked_on date, is_another boolean)
returns table (outcome text, booked_id uuid)
language sql volatile strict security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select r.outcome, r.booked_id
  from tenant.receive_for_invoices(invoice_ids, entry, receive_for_invoices.amount_cents, booked_on, '{}', is_another) r;
end;

create function tenant.receive_for_practice(practice uuid, entry text, amount_cents bigint, booked_on date, words text,
  besides uuid[], is_another boolean)
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
  entry := entry_now(brand, entry);
  select case when e.practice_id = practice then 'repeated' else 'entry_used' end
    into outcome from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
  if found then
    return next;
    return;
  end if;
  if not is_another and here_like_it(brand, practice, receive_for_practice.amount_cents, booked_on, besides, null) then
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
revoke all on function tenant.receive_for_practice(uuid, text, bigint, date, text, uuid[], boolean) from public;
grant execute on function tenant.receive_for_practice(uuid, text, bigint, date, text, uuid[], boolean) to arcade_app;

create or replace function tenant.receive_for_practice(practice uuid, entry text, amount_cents bigint, booked_on date, words text, is_another boolean)
returns table (outcome text, booked_id uuid)
language sql volatile strict security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select r.outcome, r.booked_id
  from tenant.receive_for_practice(practice, entry, receive_for_practice.amount_cents, booked_on, words, '{}', is_another) r;
end;

-- Recorded from a bank's file within a week of this day, by whatever name of its means people would call it.
create function in_file_like_it(brand uuid, practice uuid, amount_cents bigint, came_on date) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return exists (
  select from payments p
  where p.brand_id = in_file_like_it.brand and p.practice_id = in_file_like_it.practice and p.status = 'succeeded'
    and p.amount_cents = in_file_like_it.amount_cents
    and p.received_on between in_file_like_it.came_on - 7 and in_file_like_it.came_on + 7
    and is_in_file(p.brand_id, p.id));
revoke all on function in_file_like_it(uuid, uuid, bigint, date) from public;

-- A person is asked where a file has recorded as much, and where the software has told as much, whatever the means but cash.
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
    when not is_another and enter_payment.means <> 'cash'
      and in_file_like_it(brand, practice, enter_payment.amount_cents, enter_payment.received_on) then 'recorded_from_file'
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
      when in_file_like_it(tenant.brand_id(), practice, enter_announced.amount_cents, enter_announced.received_on)
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

-- A program does not hear of money as come that it has told of itself: a person who finds its line in the bank's file says only that the bank
-- has it, too. That it went back the program hears.
create or replace function tenant.changes_since(after bigint, most integer, kinds audit_kind[])
returns table (place bigint, at timestamptz, kind audit_kind, order_id uuid, practice_id uuid, by user_kind)
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
begin
  if not tenant.is_program() then
    raise exception 'a program of the laboratory asks this' using errcode = 'insufficient_privilege';
  end if;
  return query
    select e.position, e.at, e.kind, e.order_id, coalesce(o.practice_id, p.id, m.id, paid.practice_id, u.practice_id), u.kind
    from (
      select * from audit_events seen
      where seen.brand_id = brand and seen.position > after order by seen.position limit most) e
    left join orders o on o.brand_id = brand and o.id = e.order_id
    left join practices p on p.brand_id = brand and p.id = e.subject_id
    left join merged_practices m on m.brand_id = brand and m.id = e.subject_id
    left join payments paid on paid.brand_id = brand and paid.id = e.subject_id
    left join users u on u.brand_id = brand and u.id = e.user_id
    where e.kind = any (kinds) and e.user_id is distinct from tenant.user_id()
      and (e.kind <> 'payment_succeeded' or not exists (
        select from program_payments n
        where n.brand_id = brand and n.payment_id = e.subject_id and n.program_id = tenant.user_id()))
    order by e.position;
end $$;

-- Of this practice, in that week, whatever way it came: the laboratory's software has said it, and people write nothing of it alike. Nor do
-- they write it in as many payments: what software has told of one transfer for each of its invoices is typed by them once.
create or replace function told_like_it(brand uuid, practice uuid, amount_cents bigint, came_on date) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return (select coalesce(bool_or(t.cents = told_like_it.amount_cents) or sum(t.cents) = told_like_it.amount_cents, false)
  from (
    select came_cents(p.brand_id, p.id) as cents
    from program_payments n join payments p on p.brand_id = n.brand_id and p.id = n.payment_id
    where n.brand_id = told_like_it.brand and p.practice_id = told_like_it.practice and p.status = 'succeeded'
      and p.received_on between told_like_it.came_on - 7 and told_like_it.came_on + 7) t);
