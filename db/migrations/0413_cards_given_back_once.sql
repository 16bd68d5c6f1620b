-- A card is given back to by its provider, and nothing of ours is locked while that is asked: of two who did so at once, or of one
-- whose answer was lost and who then changed the amount, each was done.
create table card_refunds (
  brand_id uuid not null,
  practice_id uuid not null,
  payment_id uuid not null,
  key text not null,
  amount_cents bigint not null,
  -- How much will have gone back in all.
  until_cents bigint not null,
  asked_at timestamptz not null default now(),
  primary key (brand_id, payment_id, key),
  foreign key (brand_id, practice_id, payment_id) references payments (brand_id, practice_id, id)
);
call tenant.protect_money('card_refunds');

-- Whether the provider is to be asked, by whoever has just asked it how much has gone back. What it was asked for and has not
-- done within five minutes it will not do: calls to it are given up after seconds.
create function tenant.ask_card_refund(payment_id uuid, refund_key text, seen_cents bigint, amount_cents bigint) returns text
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
  insert into card_refunds (brand_id, practice_id, payment_id, key, amount_cents, until_cents)
    values (brand, paid.practice_id, paid.id, ask_card_refund.refund_key, ask_card_refund.amount_cents,
      returned + ask_card_refund.amount_cents);
  return 'asked';
end $$;
revoke all on function tenant.ask_card_refund(uuid, text, bigint, bigint) from public;
grant execute on function tenant.ask_card_refund(uuid, text, bigint, bigint) to arcade_app;

-- What the provider has refused is not on its way.
create function tenant.forget_card_refund(payment_id uuid, refund_key text) returns void
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant.refuse_unless_billing();
  delete from card_refunds r where r.brand_id = tenant.brand_id() and r.payment_id = forget_card_refund.payment_id
    and r.key = forget_card_refund.refund_key;
end $$;
revoke all on function tenant.forget_card_refund(uuid, text) from public;
grant execute on function tenant.forget_card_refund(uuid, text) to arcade_app;

-- Of releases before 0402_why_money_went_back.sql: as what has taken its place there, which refuses another amount under a key.
create or replace function tenant.refund_by_hand(payment_id uuid, refund_key text, seen_cents bigint, amount_cents bigint) returns text
language sql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
  select case outcome when 'returned' then 'refunded' when 'repeated' then 'refunded' when 'key_reused' then 'not_refundable'
    else outcome end
  from tenant.return_by_hand(payment_id, refund_key, seen_cents, amount_cents, 'refund') as outcome
$$;
