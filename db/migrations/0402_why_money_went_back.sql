-- A bounced cheque and a slip of the keyboard took money back as a refund does, and the document said that it had been refunded.
create type payment_return as enum ('refund', 'rejection', 'mistake');

alter type audit_kind add value if not exists 'payment_rejected';
alter type audit_kind add value if not exists 'payment_cancelled';

-- Null of what was written before there was a choice, and by the release before: a refund.
alter table invoices add column returned_as payment_return;
alter table invoices add constraint invoices__returned_as
  check (returned_as is null or type = 'paiement' and amount_cents > 0) not valid;

create function tenant.return_payment(brand uuid, payment uuid, returned bigint, returned_as payment_return) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
declare
  receipt invoices;
  back uuid;
  paid record;
  missing bigint;
begin
  select * into strict receipt from invoices
    where brand_id = brand and payment_id = payment and amount_cents < 0;
  perform from invoices i
    where i.brand_id = brand and (i.id = receipt.id or i.id in (
      select a.debit_id from allocations a where a.brand_id = brand and a.credit_id = receipt.id))
    order by i.id for no key update;
  select * into strict receipt from invoices where brand_id = brand and id = receipt.id;
  update payments set refunded_cents = refunded_cents + returned,
      status = case when refunded_cents + returned = amount_cents then 'refunded' else status end
    where brand_id = brand and id = payment;
  missing := returned + receipt.due_cents;
  for paid in
    select a.debit_id, sum(a.cents) as cents from allocations a
    join invoices i on i.brand_id = a.brand_id and i.id = a.debit_id and i.type <> 'paiement'
    where a.brand_id = brand and a.credit_id = receipt.id
    group by a.debit_id having sum(a.cents) > 0 order by max(a.id) desc
  loop
    exit when missing <= 0;
    insert into allocations (brand_id, practice_id, credit_id, debit_id, cents, created_by)
      values (brand, receipt.practice_id, receipt.id, paid.debit_id, -least(missing, paid.cents), tenant.user_id());
    missing := missing - least(missing, paid.cents);
  end loop;
  insert into invoices (brand_id, practice_id, type, amount_cents, payment_id, corrects_id, created_by, returned_as)
    values (brand, receipt.practice_id, 'paiement', returned, payment, receipt.id, tenant.user_id(), return_payment.returned_as)
    returning id into back;
  insert into allocations (brand_id, practice_id, credit_id, debit_id, cents, created_by)
    values (brand, receipt.practice_id, receipt.id, back, returned, tenant.user_id());
end $$;
revoke all on function tenant.return_payment(uuid, uuid, bigint, payment_return) from public;

-- What a provider tells is a refund: a card is given back to.
create or replace function tenant.refund_payment(brand uuid, payment uuid, refunded bigint) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant.return_payment(brand, payment, refunded, 'refund');
end $$;

-- Money that went back by hand, or never came: of a payment that no provider answers for. Two who enter the same at once, each
-- on what they saw, enter it once.
create function tenant.return_by_hand(payment_id uuid, return_key text, seen_cents bigint, amount_cents bigint,
  returned_as payment_return) returns text
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  paid payments;
begin
  perform tenant.refuse_unless_billing();
  select * into paid from payments p where p.brand_id = brand and p.id = return_by_hand.payment_id for no key update;
  if paid.id is null then
    return 'not_found';
  elsif exists (select from payment_events e where e.brand_id = brand and e.payment_id = paid.id
    and e.provider = paid.provider and e.event_id = return_by_hand.return_key) then
    return 'repeated';
  elsif exists (select from payment_events e where e.brand_id = brand and e.provider = paid.provider
    and e.event_id = return_by_hand.return_key) then
    return 'not_refundable';
  elsif paid.provider not in ('manual', 'bank') or paid.status <> 'succeeded' or paid.refunded_cents <> seen_cents
    or return_by_hand.amount_cents not between 1 and paid.amount_cents - paid.refunded_cents then
    return 'not_refundable';
  end if;
  insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (brand, paid.practice_id, paid.id, paid.provider, return_by_hand.return_key, 'refunded',
      paid.refunded_cents + return_by_hand.amount_cents, 'EUR', 'applied');
  perform tenant.return_payment(brand, paid.id, return_by_hand.amount_cents, return_by_hand.returned_as);
  return 'returned';
end $$;
revoke all on function tenant.return_by_hand(uuid, text, bigint, bigint, payment_return) from public;
grant execute on function tenant.return_by_hand(uuid, text, bigint, bigint, payment_return) to arcade_app;
