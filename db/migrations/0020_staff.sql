-- Who of the laboratory's own people comes in, and as what: said by its administrators.

alter type audit_kind add value if not exists 'user_changed';

grant insert (role) on users to arcade_app;
grant update (role) on users to arcade_app;

-- Of the staff only an administrator who still is one, and never so that nobody is left who could let others in: also where
-- two administrators disable each other at once. What is done for the laboratory itself is the installation's operator's.
create function refuse_unless_administered() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() = 'laboratory') is true then
    return new;
  end if;
  -- One at a time in a laboratory, so that the second sees what has become of them.
  perform pg_advisory_xact_lock(hashtextextended('staff/' || new.brand_id, 0));
  if (tenant.audience() = 'staff' and exists (
    select from users administrator
    where administrator.brand_id = new.brand_id and administrator.id = tenant.user_id()
      and administrator.role = 'administrator' and administrator.disabled_at is null)) is not true then
    raise exception 'an administrator of the laboratory changes this'
      using errcode = 'insufficient_privilege', constraint = 'users__administered', table = 'users';
  end if;
  -- Whoever is invited as one may never come: they do not count.
  if (new.role is distinct from 'administrator' or new.disabled_at is not null) and not exists (
    select from users administrator
    where administrator.brand_id = new.brand_id and administrator.id <> new.id
      and administrator.role = 'administrator' and administrator.disabled_at is null
      and administrator.password_hash is not null) then
    raise exception 'a laboratory keeps an administrator'
      using errcode = 'check_violation', constraint = 'users__last_administrator', table = 'users';
  end if;
  return new;
end $$;
revoke all on function refuse_unless_administered() from public;
create trigger administered_from_the_beginning before insert on users for each row
  when (new.kind = 'staff') execute function refuse_unless_administered();
create trigger administered before update of kind, role, practice_id, disabled_at on users for each row
  when (old.kind = 'staff' or new.kind = 'staff' or old.role is distinct from new.role)
  execute function refuse_unless_administered();

-- When each of the staff came in last, for their administrators: nobody else sees another's sessions.
create function tenant.staff_sign_ins() returns table (user_id uuid, at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  if tenant.audience() is distinct from 'staff' then
    raise exception 'not of the staff' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('tenant.opening', tenant.brand_id()::text, true);
  return query
    select s.user_id, max(s.created_at) from sessions s
      join users u on u.brand_id = s.brand_id and u.id = s.user_id and u.kind = 'staff'
      where s.brand_id = tenant.brand_id() group by s.user_id;
  perform set_config('tenant.opening', '', true);
end $$;
revoke all on function tenant.staff_sign_ins() from public;
grant execute on function tenant.staff_sign_ins() to arcade_app;

create trigger tell_new_staff after insert on users for each row
  when (new.kind = 'staff') execute function tell_change('staff');
create trigger tell_staff after update on users for each row
  when (new.kind = 'staff' and (
    old.title, old.first_name, old.last_name, old.email, old.role, old.password_hash is null, old.disabled_at
  ) is distinct from (
    new.title, new.first_name, new.last_name, new.email, new.role, new.password_hash is null, new.disabled_at
  )) execute function tell_change('staff');
