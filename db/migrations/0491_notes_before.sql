-- What was written before 0490: a note has words, and the status of the line before.
do $$
declare
  brand uuid;
begin
  for brand in select id from brands loop
    perform tenant.set_context(brand, null, null);
    update order_events e set kind = 'note'
      where e.brand_id = brand and e.kind = 'step' and e.note is not null and e.status = (
        select before.status from order_events before
        where before.brand_id = brand and before.order_id = e.order_id and before.sequence < e.sequence
        order by before.sequence desc limit 1);
  end loop;
  perform set_config('tenant.context', '', true);
end $$;

-- As in 0399, but for the line that is taken back: the step by which the case came, whatever was noted of it since.
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
    where e.brand_id = new.brand_id and e.order_id = new.order_id and e.status = 'delivered' and e.kind = 'step'
      and not exists (select from order_events since
        where since.brand_id = e.brand_id and since.order_id = e.order_id and since.sequence > e.sequence
          and since.status not in ('delivered', 'invoiced'))
    order by e.sequence desc limit 1;
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
