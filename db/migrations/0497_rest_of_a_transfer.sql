-- One line of a bank's file may be for money that is here in part: software has told a payment for one of the invoices that a transfer pays,
-- and not yet for the others. The line then says of what is here that the bank has it, too, and only the rest is booked. See decision 0206.

-- `ids`: what is here, and what the rest is for: invoices of the practice, or the transfer that it has announced. Anything else is left to the
-- other functions (`unknown_payment`).
create function tenant.receive_rest(ids uuid[], entry text, amount_cents bigint, booked_on date)
returns table (outcome text, booked_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  here uuid[];
  owed uuid[];
  announced payments;
  owners uuid[];
  here_cents bigint;
  rest_cents bigint;
  booked record;
begin
  perform tenant.refuse_unless_billing();
  here := array(select p.id from payments p where p.brand_id = brand and p.id = any(ids) and p.settled_at is not null order by p.id);
  owed := array(select i.id from invoices i where i.brand_id = brand and i.id = any(ids) order by i.id);
  select * into announced from payments p
    where p.brand_id = brand and p.id = any(ids) and p.mode = 'transfer' and p.settled_at is null order by p.id limit 1;
  if here = '{}' or (owed = '{}') = (announced.id is null) then
    outcome := 'unknown_payment';
    return next;
    return;
  end if;
  owners := array(
    select p.practice_id from payments p where p.brand_id = brand and p.id = any(here || announced.id)
    union select i.practice_id from invoices i where i.brand_id = brand and i.id = any(owed));
  -- In the order in which each of them is entered. What somebody else has done meanwhile is seen then.
  perform from practices p where p.brand_id = brand and p.id = any(owners) order by p.id for no key update;
  perform from payments p where p.brand_id = brand and p.id = any(here || announced.id) order by p.id for no key update;
  perform from invoices i where i.brand_id = brand and i.id = any(owed) order by i.id for no key update;
  entry := entry_now(brand, entry);
  select case when exists (
      select from payment_events o where o.brand_id = brand and o.provider = 'bank' and o.payment_id = here[1]
        and o.event_id = encode(sha256(convert_to(entry || '/' || here[1], 'UTF8')), 'hex'))
    then 'repeated' else 'entry_used' end
    into outcome from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
  if found then
    return next;
    return;
  end if;
  select sum(came_cents(brand, p.id)) into here_cents from payments p
    where p.brand_id = brand and p.id = any(here) and is_without_line(brand, p.id)
    having count(*) = cardinality(here);
  if announced.id is null then
    select sum(i.due_cents - i.pending_cents) into rest_cents from invoices i where i.brand_id = brand and i.id = any(owed);
  else
    select sum(h.cents) into rest_cents from payment_holds h join payments p on p.brand_id = h.brand_id and p.id = h.payment_id
      where h.brand_id = brand and h.payment_id = announced.id and h.is_held and p.status = 'pending';
  end if;
  outcome := case
    when booked_on > today_of(brand) then 'booked_later'
    when (cardinality(owners) = 1 and cardinality(here) + cardinality(owed) + (announced.id is not null)::int = cardinality(ids)
      and rest_cents > 0 and here_cents + rest_cents = receive_rest.amount_cents) is not true then 'not_payable'
  end;
  if outcome is not null then
    return next;
    return;
  end if;
  if announced.id is null then
    select r.outcome, r.booked_id into strict booked from tenant.receive_for_invoices(owed, entry, rest_cents, booked_on) r;
  else
    select r.outcome, r.booked_id into strict booked from tenant.receive_transfer(announced.id, entry, rest_cents, booked_on) r;
  end if;
  outcome := booked.outcome;
  booked_id := booked.booked_id;
  if booked_id is not null then
    insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
      select brand, p.practice_id, p.id, 'bank', encode(sha256(convert_to(entry || '/' || p.id, 'UTF8')), 'hex'),
        'succeeded', came_cents(brand, p.id), 'EUR', 'applied'
      from payments p where p.brand_id = brand and p.id = any(here);
  end if;
  return next;
end $$;
revoke all on function tenant.receive_rest(uuid[], text, bigint, date) from public;
grant execute on function tenant.receive_rest(uuid[], text, bigint, date) to arcade_app;
