-- What only the laboratory writes a practice reads: no statement in its context writes it either.
create policy written_by_laboratory on hand_overs as restrictive for insert
  with check ((select tenant.audience()) in ('staff', 'laboratory'));
create policy written_by_laboratory on handed_cases as restrictive for insert
  with check ((select tenant.audience()) in ('staff', 'laboratory'));
create policy written_by_laboratory on release_checks as restrictive for insert
  with check ((select tenant.audience()) in ('staff', 'laboratory'));
create policy written_by_laboratory on round_stops as restrictive for insert
  with check ((select tenant.audience()) in ('staff', 'laboratory'));
create policy changed_by_laboratory on round_stops as restrictive for update
  using ((select tenant.audience()) in ('staff', 'laboratory'));

-- A practice takes a case back before anybody has begun, says that it has come, and sends none that has gone any way already.
create function order_moves_of_practice() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() = 'practice') is true and (tg_op = 'INSERT' and new.status <> 'registered'
      or tg_op = 'UPDATE' and new.status <> old.status
        and (old.status, new.status) not in (('registered', 'cancelled'), ('shipped', 'delivered'))) then
    raise exception 'the laboratory says how far a case is'
      using errcode = 'insufficient_privilege', constraint = 'orders__moved_by_laboratory', table = 'orders';
  end if;
  return new;
end $$;
revoke all on function order_moves_of_practice() from public;
create trigger moves_of_practice before insert or update of status on orders
  for each row execute function order_moves_of_practice();
