-- When the money came is said where it was announced, too: until now the receipt of an announced transfer had the day on which
-- it was recorded. And an announced transfer is settled by whoever enters it by hand, instead of standing beside a second payment.
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
    insert into payments as made (brand_id, practice_id, mode, amount_cents, provider, reference, received_on, note, created_by)
      values (brand, announced.practice_id, 'manual', receive_transfer.amount_cents, 'manual',
        tenant.new_payment_reference(brand), booked_on, announced.reference, tenant.user_id())
      returning made.id into booked_id;
    receipt := tenant.settle_payment(brand, booked_id);
    perform tenant.allocate(brand, receipt, held, receive_transfer.amount_cents);
  end if;
  select case when i.due_cents < 0 then 'left_open' else 'received' end into strict outcome from invoices i
    where i.brand_id = brand and i.id = receipt;
  return next;
end $$;

-- What the bank's file would do, said by a person; once, and only as long as nobody else has said it.
create function tenant.enter_announced(practice uuid, announced_id uuid, amount_cents bigint, received_on date, words text)
returns table (refusal text, payment_id uuid, receipt_id uuid)
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  announced payments;
begin
  perform tenant.refuse_unless_billing();
  select * into announced from payments p
    where p.brand_id = brand and p.practice_id = practice and p.id = announced_id and p.mode = 'transfer' and p.provider = 'bank'
    for no key update;
  refusal := case
    when announced.id is null then 'not_found'
    when enter_announced.amount_cents < 1 then 'amount_too_small'
    when enter_announced.received_on > today_of(brand) then 'received_later'
    when announced.status <> 'pending' then 'transfer_over'
  end;
  if refusal is not null then
    return next;
    return;
  end if;
  select booked_id into strict payment_id
    from tenant.receive_transfer(announced.id, 'hand:' || announced.id, enter_announced.amount_cents, enter_announced.received_on);
  update payments p set means = case when p.mode = 'manual' then 'transfer'::payment_means end,
      note = nullif(left(concat_ws(' · ', p.note, nullif(words, '')), 500), '')
    where p.brand_id = brand and p.id = payment_id;
  select i.id into strict receipt_id from invoices i where i.brand_id = brand and i.payment_id = enter_announced.payment_id and i.type = 'paiement';
  return next;
end $$;
revoke all on function tenant.enter_announced(uuid, uuid, bigint, date, text) from public;
grant execute on function tenant.enter_announced(uuid, uuid, bigint, date, text) to arcade_app;
