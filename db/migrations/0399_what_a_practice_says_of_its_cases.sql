-- What a practice can say of its cases, over and over or a moment before somebody else.

-- A case is read with all of its lines, and has room for 32,767: what one can say and take back all day must not fill it.
create function order_events_keep_pace() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tenant.audience() = 'practice' and (new.sequence > 1000 or exists (
      select from order_events e where e.brand_id = new.brand_id and e.order_id = new.order_id
        and e.sequence = new.sequence - 50 and e.at > now() - interval '1 day')) then
    raise exception 'a practice has said more of a case than anybody does in a day'
      using errcode = 'check_violation', constraint = 'order_events__pace', table = 'order_events';
  end if;
  return new;
end $$;
revoke all on function order_events_keep_pace() from public;
create trigger keep_pace before insert on order_events for each row execute function order_events_keep_pace();

-- Who says it, and when, is no matter of what is said.
create policy said_by_oneself on order_events as restrictive for insert to arcade_app
  with check (author_id is not distinct from (select tenant.user_id()) and at = now());
create policy said_by_oneself on order_messages as restrictive for insert to arcade_app
  with check (author_id is not distinct from (select tenant.user_id())
    and is_from_laboratory = ((select tenant.audience()) <> 'practice'));

-- A remake that costs nothing repeats what was made: another tooth, or one more, is what the laboratory has agreed to.
create or replace function order_product_can_change() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tenant.audience() = 'practice' and not exists (
      select from orders o where o.brand_id = new.brand_id and o.id = new.order_id
        and coalesce(o.held_from, o.status) in ('registered', 'in_preparation')) then
    raise exception 'a case does not change any more'
      using errcode = 'check_violation', constraint = 'orders__can_change', table = 'order_products';
  end if;
  if tenant.audience() = 'practice' and (new.quantity > old.quantity or not new.teeth::smallint[] <@ old.teeth::smallint[])
      and is_free_remake(new.brand_id, new.order_id) then
    raise exception 'more than was made is not made again for nothing'
      using errcode = 'check_violation', constraint = 'order_products__made_again', table = 'order_products';
  end if;
  return new;
end $$;

-- What a driver has handed over is the laboratory's to take back, also where the practice has said before that it was there.
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
      where u.brand_id = new.brand_id and u.id = first.author_id and u.kind = 'practice')
    and not exists (select from handed_cases h
      where h.brand_id = new.brand_id and h.order_id = new.order_id and h.taken_back_at is null);
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

-- An invitation opens an account as well: by whoever may invite, not by whoever sees the person.
create policy invited_by_who_may on password_links as restrictive for insert
  with check (brand_id = (select tenant.brand_id())
    and ((select tenant.audience()) = 'laboratory' or tenant.may_change_invitation(user_id)));

-- What the scanner holds back, the scanner lets go; and what has come stays what it was.
create function attachment_stays() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tenant.audience() <> 'laboratory' and (old.state = 'held' and new.state = 'ready'
      or old.sha256 is not null and new.sha256 is distinct from old.sha256) then
    raise exception 'a file is what it was when it came'
      using errcode = 'insufficient_privilege', constraint = 'attachments__stay', table = 'attachments';
  end if;
  return new;
end $$;
revoke all on function attachment_stays() from public;
create trigger stays before update of state, sha256 on attachments for each row execute function attachment_stays();

-- A practice calls a pickup off; who has fetched it, the driver says.
create policy called_off_by_practice on rides as restrictive for update
  using (true)
  with check ((select tenant.audience()) in ('staff', 'laboratory') or status = 'cancelled');
