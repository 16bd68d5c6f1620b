-- A transfer of another amount than was announced is one all the same: its receipt said "other".
create or replace function tenant.receive_transfer(payment_id uuid, entry text, amount_cents bigint, booked_on date)
returns table (outcome text, booked_id uuid)
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  announced payments;
  held uuid[];
  receipt uuid;
begin
  perform tenant.refuse_unless_billing();
  select * into announced from payments p
    where p.brand_id = brand and p.id = receive_transfer.payment_id and p.mode = 'transfer' and p.provider = 'bank'
    for no key update;
  outcome := case
    when announced.id is null then 'unknown_payment'
    when booked_on > today_of(brand) then 'booked_later'
  end;
  if outcome is not null then
    return next;
    return;
  end if;
  insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (brand, announced.practice_id, announced.id, 'bank', entry, 'succeeded', receive_transfer.amount_cents, 'EUR',
      'applied')
    on conflict (brand_id, provider, event_id) do nothing;
  if not found then
    select case when e.payment_id = announced.id then 'repeated' else 'entry_used' end into outcome from payment_events e
      where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
    return next;
    return;
  end if;

  if announced.status in ('pending', 'failed') and announced.amount_cents = receive_transfer.amount_cents then
    booked_id := announced.id;
    update payments p set received_on = booked_on where p.brand_id = brand and p.id = booked_id;
    receipt := tenant.settle_payment(brand, booked_id);
  else
    held := tenant.release_holds(brand, announced.id);
    update payments p set status = 'failed', failed_at = now()
      where p.brand_id = brand and p.id = announced.id and p.status = 'pending';
    insert into payments as made (brand_id, practice_id, mode, amount_cents, provider, means, reference, received_on, note, created_by)
      values (brand, announced.practice_id, 'manual', receive_transfer.amount_cents, 'manual', 'transfer',
        tenant.new_payment_reference(brand), booked_on, announced.reference, tenant.user_id())
      returning made.id into booked_id;
    receipt := tenant.settle_payment(brand, booked_id);
    perform tenant.allocate(brand, receipt, held, receive_transfer.amount_cents);
  end if;
  select case when i.due_cents < 0 then 'left_open' else 'received' end into strict outcome from invoices i
    where i.brand_id = brand and i.id = receipt;
  return next;
end $$;
