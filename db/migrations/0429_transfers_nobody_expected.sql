-- Money on the account for which nothing was announced or due as it came: who does the books says whose it is, and it pays
-- what that practice owes. The entry is used up by it, so that the next reading of the file does not offer it again.
create function tenant.receive_for_practice(
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
  -- Entered from the statement before the file was read: what came by a file itself is told apart by its entry.
  if not is_another and exists (
      select from payments p where p.brand_id = brand and p.practice_id = practice and p.mode = 'manual'
        and p.status = 'succeeded' and p.means = 'transfer' and p.amount_cents = receive_for_practice.amount_cents
        and p.received_on between booked_on - 7 and booked_on + 7
        and not exists (select from payment_events e
          where e.brand_id = brand and e.provider = 'bank' and e.payment_id = p.id)) then
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
revoke all on function tenant.receive_for_practice(uuid, text, bigint, date, text, boolean) from public;
grant execute on function tenant.receive_for_practice(uuid, text, bigint, date, text, boolean) to arcade_app;
