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

-- What has come and is in no file yet, though it comes by a bank: transfers that people have entered, and whatever software has told but cash.
-- What has gone back since (given back, or rejected by the bank) came all the same: its line is in the file, and the line of its return is
-- left out of what came.
create or replace function is_without_line(brand uuid, payment uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return exists (
  select from payments p
  where p.brand_id = is_without_line.brand and p.id = is_without_line.payment and came_cents(p.brand_id, p.id) > 0
    and (p.mode = 'transfer' or p.means = 'transfer' or p.mode = 'manual' and p.means <> 'cash' and exists (
      select from program_payments n where n.brand_id = p.brand_id and n.payment_id = p.id))
    and not is_in_file(p.brand_id, p.id));

-- As much, in one payment, or in all of those days: software tells one for each invoice that a transfer pays. No more of them than are
-- shown together (features/payments/rules.ts).
create or replace function entered_like_it(brand uuid, practice uuid, amount_cents bigint, came_on date) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return (select coalesce(bool_or(e.cents = entered_like_it.amount_cents)
    or count(*) <= 200 and sum(e.cents) = entered_like_it.amount_cents, false)
  from (select came_cents(p.brand_id, p.id) as cents from entered_of(brand, practice, came_on) p) e);

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
-- whoever records it is asked.
create or replace function tenant.receive_transfer(payment_id uuid, entry text, amount_cents bigint, booked_on date, is_another boolean)
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
  if there.mode = 'manual'
      or came_cents(brand, there.id) = receive_transfer.amount_cents and not is_in_file(brand, there.id) then
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
