-- Whether somebody of a practice may order is between it and its laboratory, which says so: no manager does (decision 0159).
grant update (is_dlcpm) on users to arcade_app;

create function refuse_unless_by_laboratory() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() in ('staff', 'laboratory')) is not true then
    raise exception 'the laboratory says who is DLCPM'
      using errcode = 'insufficient_privilege', constraint = 'users__dlcpm', table = 'users';
  end if;
  return new;
end $$;
revoke all on function refuse_unless_by_laboratory() from public;

create trigger dlcpm_by_laboratory before update of is_dlcpm on users
  for each row when (new.is_dlcpm is distinct from old.is_dlcpm) execute function refuse_unless_by_laboratory();
