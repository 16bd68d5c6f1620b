-- The same key with another amount, or for another reason, was answered as if that had been done.
create or replace function tenant.return_by_hand(payment_id uuid, return_key text, seen_cents bigint, amount_cents bigint,
  returned_as payment_return) returns text
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  paid payments;
  earlier payment_events;
begin
  perform tenant.refuse_unless_billing();
  select * into paid from payments p where p.brand_id = brand and p.id = return_by_hand.payment_id for no key update;
  if paid.id is null then
    return 'not_found';
  end if;
  select * into earlier from payment_events e
    where e.brand_id = brand and e.provider = paid.provider and e.event_id = return_by_hand.return_key;
  if earlier.id is not null then
    -- An event says how much had gone back after it: its own piece is the one that made it so much.
    return case when earlier.payment_id = paid.id and exists (
      select from (
        select i.amount_cents, coalesce(i.returned_as, 'refund') as returned_as,
          sum(i.amount_cents) over (order by i.issued_on, i.number) as until_cents
        from invoices i where i.brand_id = brand and i.payment_id = paid.id and i.amount_cents > 0) back
      where back.until_cents = earlier.amount_cents and back.amount_cents = return_by_hand.amount_cents
        and back.returned_as = return_by_hand.returned_as) then 'repeated' else 'key_reused' end;
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
