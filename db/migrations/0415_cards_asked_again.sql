-- A refund that the provider had not done was done after all by the same key, however much had been given back elsewhere meanwhile; and
-- who had asked for it was nowhere.

-- Null of what was asked for before.
alter table card_refunds add column asked_by uuid;
alter table card_refunds add constraint card_refunds_brand_id_asked_by_fkey
  foreign key (brand_id, asked_by) references users (brand_id, id) not valid;

create or replace function tenant.ask_card_refund(payment_id uuid, refund_key text, seen_cents bigint, amount_cents bigint) returns text
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  over_at constant timestamptz := now() - interval '5 minutes';
  paid payments;
  earlier card_refunds;
  returned bigint;
begin
  perform tenant.refuse_unless_billing();
  select * into paid from payments p
    where p.brand_id = brand and p.id = ask_card_refund.payment_id and p.mode = 'card' for no key update;
  if paid.id is null then
    return 'not_found';
  end if;
  select * into earlier from card_refunds r
    where r.brand_id = brand and r.payment_id = paid.id and r.key = ask_card_refund.refund_key;
  if earlier.amount_cents <> ask_card_refund.amount_cents then
    return 'key_reused';
  elsif earlier.until_cents <= paid.refunded_cents then
    return 'repeated';
  elsif earlier.key is not null then
    -- Whoever asks again has seen what had gone back the first time: what has gone back since was somebody else's.
    if paid.refunded_cents > earlier.until_cents - earlier.amount_cents then
      return 'not_refundable';
    end if;
    update card_refunds r set asked_at = now()
      where r.brand_id = brand and r.payment_id = paid.id and r.key = earlier.key;
    return 'asked_again';
  end if;
  select greatest(paid.refunded_cents, max(r.until_cents)) into returned from card_refunds r
    where r.brand_id = brand and r.payment_id = paid.id and r.asked_at > over_at;
  if paid.status <> 'succeeded' or returned <> seen_cents then
    return 'not_refundable';
  end if;
  -- What was not done is not what this one makes it come to.
  delete from card_refunds r where r.brand_id = brand and r.payment_id = paid.id and r.asked_at <= over_at
    and r.until_cents > paid.refunded_cents;
  insert into card_refunds (brand_id, practice_id, payment_id, key, amount_cents, until_cents, asked_by)
    values (brand, paid.practice_id, paid.id, ask_card_refund.refund_key, ask_card_refund.amount_cents,
      returned + ask_card_refund.amount_cents, tenant.user_id());
  return 'asked';
end $$;
