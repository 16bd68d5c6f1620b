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
    when not is_another and (told_like_it(brand, practice, enter_payment.amount_cents, enter_payment.received_on) or exists (
      select from payments p where p.brand_id = brand and p.practice_id = practice and p.mode = 'manual'
        and p.status = 'succeeded' and p.created_at > now() - interval '60 days'
        and p.amount_cents = enter_payment.amount_cents and p.means = enter_payment.means
        and lower(coalesce(p.payer_reference, '')) = lower(enter_payment.payer_reference)
        -- What comes every month bears no number, and each its own day.
        and (enter_payment.payer_reference <> '' or p.received_on = enter_payment.received_on))) then 'entered_alike'
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
      when told_like_it(tenant.brand_id(), practice, enter_announced.amount_cents, enter_announced.received_on) then 'entered_alike'
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

-- An entry of the file for a transfer: for one that was announced, or for one that people or software have said before, of which it then
-- only says that the bank has it, too. Of one more that is like such a one whoever records it is asked.
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
    where p.brand_id = brand and p.id = receive_transfer.payment_id and (p.mode = 'transfer' or p.mode = 'manual' and p.means = 'transfer')
    for no key update;
  if not exists (select from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry) then
    if there.status = 'succeeded' and there.amount_cents = receive_transfer.amount_cents and not is_in_file(brand, there.id) then
      insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
        values (brand, there.practice_id, there.id, 'bank', entry, 'succeeded', there.amount_cents, 'EUR', 'applied');
      outcome := 'repeated';
    elsif there.mode = 'manual' then
      outcome := 'not_payable';
    elsif not is_another and there.id is not null
        and transfer_like_it(brand, there.practice_id, receive_transfer.amount_cents, booked_on, false) then
      outcome := 'entered_alike';
    end if;
  elsif there.mode = 'manual' then
    select case when e.payment_id = there.id then 'repeated' else 'entry_used' end into outcome from payment_events e
      where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
  end if;
  if outcome is not null then
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
    if transfer_like_it(brand, owing[1], receive_for_invoices.amount_cents, booked_on, false)
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
    update payment_holds h set is_held = false
      where h.brand_id = brand and h.payment_id = any(freed) and h.is_held
        and (h.payment_id = announced.id or h.invoice_id = any(paid.invoice_ids));
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
