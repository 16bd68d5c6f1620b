-- A phone without a network tells of a pickup hours later. What was ordered meanwhile was not fetched with it, so the time at the door counts,
-- bounded as that of the hand-over is. Without one, and for whoever only asks or cancels, it is the time of the call.
grant update (status_at) on rides to arcade_app;

create function ride_moved() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status is not distinct from old.status then
    new.status_at := old.status_at;
    return new;
  end if;
  new.status_by := tenant.user_id();
  new.status_at := case
    when new.status_at is distinct from old.status_at and new.status in ('picked_up', 'nobody_there')
      then least(greatest(new.status_at, now() - interval '30 days'), now())
    else now() end;
  return new;
end $$;
revoke all on function ride_moved() from public;

create or replace trigger status_moved before update on rides for each row
  when (old.status is distinct from new.status or old.status_at is distinct from new.status_at)
  execute function ride_moved();
