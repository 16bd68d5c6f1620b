-- A practice says itself that a case has come.
create or replace function tell_of_case() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  doer uuid := tenant.user_id();
  kinds notice_kind[] := '{}';
  is_news boolean := false;
begin
  if tg_op = 'INSERT' then
    kinds := '{registered}';
  else
    -- What somebody of the practice has in hand is no news to it.
    is_news := new.status <> old.status and (new.status <> 'delivered' or tenant.audience() is distinct from 'practice');
    if is_news and new.status in ('shipped', 'delivered') then
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
