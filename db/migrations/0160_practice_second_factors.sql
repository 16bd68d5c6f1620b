-- Who of the practices has a second factor, for the administrators who may take a lost one away: nobody else sees another's.
create function tenant.practice_second_factors() returns table (user_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
begin
  if (tenant.audience() = 'staff' and exists (
    select from users administrator
    where administrator.brand_id = brand and administrator.id = tenant.user_id()
      and administrator.role = 'administrator' and administrator.disabled_at is null)) is not true then
    raise exception 'an administrator of the laboratory reads this' using errcode = 'insufficient_privilege';
  end if;
  perform tenant.set_context(brand, null, null);
  return query
    select a.user_id from authenticators a
      join users u on u.brand_id = a.brand_id and u.id = a.user_id and u.kind = 'practice'
      where a.brand_id = brand and a.confirmed_at is not null;
  perform set_config('tenant.context', coalesce(context, ''), true);
end $$;
revoke all on function tenant.practice_second_factors() from public;
grant execute on function tenant.practice_second_factors() to arcade_app;
