-- A place is renamed, or becomes another one by its name, or goes with its times. Devices keep the name under which they were set up:
-- what a place was called leads to it.
alter type audit_kind add value if not exists 'stations_changed';
alter table stations add column former_names text[] not null default '{}' check (cardinality(former_names) <= 20);
grant update (name, former_names), delete on stations to arcade_app;
-- `station_id`: two places become one. Taken back, or gone with its time, a visit is deleted.
grant update (station_id), delete on station_visits to arcade_app;

-- Only what is at the laboratory is worked on there; whoever takes it away at this moment is waited for.
create function refuse_visit_of_what_left() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from orders o where o.brand_id = new.brand_id and o.id = new.order_id
    and o.status not in ('shipped', 'delivered', 'invoiced', 'cancelled') for share;
  if not found then
    raise exception 'a case that is not at the laboratory is at no place there'
      using errcode = 'check_violation', constraint = 'station_visits__at_laboratory', table = 'station_visits';
  end if;
  return new;
end $$;
revoke all on function refuse_visit_of_what_left() from public;
create trigger at_laboratory before insert or update of ended_at on station_visits
  for each row when (new.ended_at is null) execute function refuse_visit_of_what_left();

-- Who takes a case away, or puts it aside, thinks of no place, and a practice that calls one off knows of none.
create function leave_station() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
begin
  perform tenant.set_context(new.brand_id, null, null);
  update station_visits v set ended_at = greatest(v.began_at, clock_timestamp())
    where v.brand_id = new.brand_id and v.order_id = new.id and v.ended_at is null;
  perform set_config('tenant.context', coalesce(context, ''), true);
  return null;
end $$;
revoke all on function leave_station() from public;
create trigger leave_station after update on orders
  for each row when (old.status in ('registered', 'in_preparation', 'in_production', 'on_hold', 'unknown')
    and new.status in ('on_hold', 'shipped', 'delivered', 'invoiced', 'cancelled') and new.status <> old.status)
  execute function leave_station();

create trigger tell_change after insert or update on station_visits for each row execute function tell_laboratory('stations');
create trigger tell_end after delete on station_visits
  for each row when (old.ended_at is null) execute function tell_laboratory('stations');
create trigger tell_change after update or delete on stations for each row execute function tell_laboratory('stations');
