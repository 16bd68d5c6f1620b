-- Practices write the number of the invoice on a transfer, as the paper asks: such an entry of the bank's file pays it, as if
-- it had been entered by hand, and once. `repeated`: recorded for this invoice before. `entry_used`: for something else.
create function tenant.receive_for_invoice(invoice_id uuid, entry text, amount_cents bigint, booked_on date)
returns table (outcome text, booked_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  due invoices;
  entered record;
begin
  perform tenant.refuse_unless_billing();
  -- Of two who enter it at once the second sees what the first has written.
  select * into due from invoices i
    where i.brand_id = brand and i.id = receive_for_invoice.invoice_id and i.type in ('invoice', 'initialBalance')
    for no key update;
  if due.id is null then
    outcome := 'unknown_payment';
    return next;
    return;
  end if;
  select case when exists (
      select from allocations a join invoices r on r.brand_id = a.brand_id and r.id = a.credit_id
      where a.brand_id = brand and a.debit_id = due.id and r.payment_id = e.payment_id)
    then 'repeated' else 'entry_used' end
    into outcome from payment_events e where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
  if found then
    return next;
    return;
  end if;

  select * into strict entered from tenant.enter_payment(due.practice_id, array[due.id], receive_for_invoice.amount_cents,
    booked_on, '', 'transfer', '');
  if entered.refusal is not null then
    outcome := case entered.refusal when 'received_later' then 'booked_later' else 'not_payable' end;
    return next;
    return;
  end if;
  booked_id := entered.payment_id;
  insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (brand, due.practice_id, booked_id, 'bank', entry, 'succeeded', receive_for_invoice.amount_cents, 'EUR', 'applied');
  select case when i.due_cents < 0 then 'left_open' else 'received' end into strict outcome from invoices i
    where i.brand_id = brand and i.id = entered.receipt_id;
  return next;
end $$;
revoke all on function tenant.receive_for_invoice(uuid, text, bigint, date) from public;
grant execute on function tenant.receive_for_invoice(uuid, text, bigint, date) to arcade_app;
