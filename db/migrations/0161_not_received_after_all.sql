-- Whoever said at the practice that a case has come can say on that day that it has not. A line that adds a note to a delivery
-- is not its beginning: neither whose it is nor its day follows from a note.
alter type audit_kind add value if not exists 'reception_taken_back';

-- As its owner: that a case is on a piece is known here to whoever may see no invoices, too, and told to nobody.
create or replace function delivery_taken_back() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  by_practice boolean := tenant.audience() = 'practice';
  first order_events;
  is_from_bench boolean;
  is_of_practice boolean;
begin
  if (by_practice or tenant.audience() = 'staff') is not true or new.brand_id is distinct from tenant.brand_id() then
    raise exception 'this delivery is not taken back'
      using errcode = 'check_violation', constraint = 'order_events__taken_back', table = 'order_events';
  end if;
  perform tenant.set_context(new.brand_id, null, null);
  -- Who bills it, or hands it over, in this moment was first, or finds it on its way.
  perform from orders o where o.brand_id = new.brand_id and o.id = new.order_id for no key update;
  select * into first from order_events e
    where e.brand_id = new.brand_id and e.order_id = new.order_id and e.status = 'delivered'
      and not exists (select from order_events since
        where since.brand_id = e.brand_id and since.order_id = e.order_id and since.sequence > e.sequence
          and since.status not in ('delivered', 'invoiced'))
    order by e.sequence limit 1;
  -- What was handed over before anybody had said that it left goes back to where it was.
  is_from_bench := exists (
    select from order_events e where e.brand_id = new.brand_id and e.order_id = new.order_id
      and e.sequence = first.sequence - 1 and e.status = 'shipped' and e.at = first.at);
  is_of_practice := exists (select from users u
    where u.brand_id = new.brand_id and u.id = first.author_id and u.kind = 'practice');
  if not exists (select from orders o
       where o.brand_id = new.brand_id and o.practice_id = new.practice_id and o.id = new.order_id and o.status = 'delivered')
     or first.sequence is null
     or (select (first.at at time zone b.time_zone)::date from brands b where b.id = new.brand_id)
       is distinct from today_of(new.brand_id)
     or is_of_practice <> by_practice
     or is_billed(new.brand_id, new.order_id)
     or new.takes_back <> first.sequence - is_from_bench::integer
     or new.status <> (case when is_from_bench then 'in_production' else 'shipped' end)::order_status then
    raise exception 'this delivery is not taken back'
      using errcode = 'check_violation', constraint = 'order_events__taken_back', table = 'order_events';
  end if;
  update handed_cases h set taken_back_at = now()
    where h.brand_id = new.brand_id and h.order_id = new.order_id and h.taken_back_at is null;
  perform set_config('tenant.context', context, true);
  return new;
end $$;

-- From where it has come it goes back only where its last line takes that back: `orders__status_moves`.
create or replace function order_moves_of_practice() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() = 'practice') is true and (tg_op = 'INSERT' and new.status <> 'registered'
      or tg_op = 'UPDATE' and new.status <> old.status and (old.status, new.status) not in
        (('registered', 'cancelled'), ('shipped', 'delivered'), ('delivered', 'shipped'))) then
    raise exception 'the laboratory says how far a case is'
      using errcode = 'insufficient_privilege', constraint = 'orders__moved_by_laboratory', table = 'orders';
  end if;
  return new;
end $$;

create or replace function tell_of_case() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  doer uuid := tenant.user_id();
  kinds notice_kind[] := '{}';
  is_news boolean := false;
  never_told uuid[];
begin
  if tg_op = 'INSERT' then
    kinds := '{registered}';
  else
    -- What somebody of the practice has in hand, or has not after all, is no news to it.
    is_news := new.status <> old.status
      and ('delivered' not in (new.status, old.status) or tenant.audience() is distinct from 'practice');
    if is_news and old.status = 'delivered' and new.status in ('shipped', 'in_production') then
      with gone as (
        delete from notices n where n.brand_id = new.brand_id and n.order_id = new.id and n.kind = 'delivered'
        returning n.user_id)
      select coalesce(array_agg(user_id), '{}') into never_told from gone;
      perform tell_practice(new.brand_id, new.practice_id, new.id, '{delivered}', doer);
      delete from notices n where n.brand_id = new.brand_id and n.order_id = new.id and n.kind = 'delivered'
        and n.user_id = any(never_told);
    elsif is_news and new.status in ('shipped', 'delivered') then
      kinds := kinds || new.status::text::notice_kind;
    end if;
    if new.status = 'on_hold' and new.hold_answered_at is null
        and (old.status, old.hold_reason, old.hold_question, old.hold_answered_at)
          is distinct from (new.status, new.hold_reason, new.hold_question, new.hold_answered_at) then
      is_news := true;
      kinds := kinds || 'on_hold'::notice_kind;
    end if;
    -- A day that the practice's own absence has moved is no news from the laboratory.
    if new.delivery_on is distinct from old.delivery_on and tenant.audience() is distinct from 'practice' then
      is_news := true;
      kinds := kinds || 'new_date'::notice_kind;
    end if;
  end if;
  if cardinality(kinds) > 0 then
    perform tell_practice(new.brand_id, new.practice_id, new.id, kinds, doer);
  end if;
  if is_news then
    perform mark_unread(new.brand_id, new.practice_id, new.id, doer);
  end if;
  return null;
end $$;
