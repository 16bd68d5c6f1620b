-- A hand-over that was a mistake is taken back on its day: an event that says which ones before it are void, and why.
alter type audit_kind add value if not exists 'delivery_taken_back';

-- All events from that one on, up to this one, do not count.
alter table order_events add column takes_back smallint;
alter table order_events add constraint order_events__takes_back
  check (takes_back is null or takes_back between 1 and sequence - 1 and note is not null) not valid;

-- Handed over once more after that, it stands in two hand-overs, of which one counts.
alter table handed_cases add column taken_back_at timestamptz;
grant update (taken_back_at) on handed_cases to arcade_app;
create policy changed_by_laboratory on handed_cases as restrictive for update
  using ((select tenant.audience()) in ('staff', 'laboratory'));

create function delivery_taken_back() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  last order_events;
  is_from_bench boolean;
begin
  select * into last from order_events e
    where e.brand_id = new.brand_id and e.order_id = new.order_id and e.status = 'delivered'
    order by e.sequence desc limit 1;
  -- What was handed over before anybody had said that it left goes back to where it was.
  is_from_bench := exists (
    select from order_events e where e.brand_id = new.brand_id and e.order_id = new.order_id
      and e.sequence = last.sequence - 1 and e.status = 'shipped' and e.at = last.at);
  if tenant.audience() is distinct from 'staff'
     or not exists (select from orders o
       where o.brand_id = new.brand_id and o.id = new.order_id and o.status = 'delivered')
     or (select (last.at at time zone b.time_zone)::date from brands b where b.id = new.brand_id)
       is distinct from today_of(new.brand_id)
     or exists (select from users u
       where u.brand_id = new.brand_id and u.id = last.author_id and u.kind = 'practice')
     or is_billed(new.brand_id, new.order_id)
     or new.takes_back <> last.sequence - is_from_bench::integer
     or new.status <> (case when is_from_bench then 'in_production' else 'shipped' end)::order_status then
    raise exception 'this delivery is not taken back'
      using errcode = 'check_violation', constraint = 'order_events__taken_back', table = 'order_events';
  end if;
  update handed_cases h set taken_back_at = now()
    where h.brand_id = new.brand_id and h.order_id = new.order_id and h.taken_back_at is null;
  return new;
end $$;
revoke all on function delivery_taken_back() from public;
grant execute on function is_billed(uuid, uuid) to arcade_app;
create trigger taken_back before insert on order_events for each row
  when (new.takes_back is not null) execute function delivery_taken_back();

create or replace function order_status_moves() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status = old.status
     or new.status = 'on_hold' and old.status in ('registered', 'in_preparation', 'in_production') and new.held_from = old.status
     or new.status = 'cancelled' and old.status in ('registered', 'in_preparation', 'in_production', 'on_hold')
     or old.status = 'on_hold' and new.status = old.held_from
     or (old.status, new.status) in (('registered', 'in_preparation'), ('in_preparation', 'in_production'),
       ('in_production', 'shipped'), ('shipped', 'delivered'))
     or old.status = 'unknown'
       and new.status in ('registered', 'in_preparation', 'in_production', 'shipped', 'delivered', 'cancelled')
     or (old.status = 'unknown' or old.status = 'delivered' and new.status = 'invoiced')
       and tenant.audience() = 'laboratory'
     or old.status = 'delivered' and new.status = 'invoiced' and exists (
       select from invoice_orders b where b.brand_id = new.brand_id and b.order_id = new.id and b.is_current
         and b.type = 'invoice')
     -- The last word of its way takes the delivery back.
     or old.status = 'delivered' and new.status = (
       select case when e.takes_back is not null then e.status end from order_events e
       where e.brand_id = new.brand_id and e.order_id = new.id order by e.sequence desc limit 1) then
    return new;
  end if;
  raise exception 'a case does not go from % to %', old.status, new.status
    using errcode = 'check_violation', constraint = 'orders__status_moves', table = 'orders';
end $$;

-- Nobody is mailed of a hand-over that was none; who has been, or could have been, is mailed that it was none.
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
    -- What somebody of the practice has in hand is no news to it.
    is_news := new.status <> old.status and (new.status <> 'delivered' or tenant.audience() is distinct from 'practice');
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
