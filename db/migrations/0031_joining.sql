-- Who joins: an invitation that went to the wrong address, an address as a login, and nobody who gives away their own access.

alter type audit_kind add value if not exists 'invitation_corrected';
alter type audit_kind add value if not exists 'invitation_withdrawn';
alter type audit_kind add value if not exists 'invitation_copied';

-- Somebody signs in with a login or an address: the address of one is no login of another.
create function refuse_anothers_address() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  is_taken boolean;
begin
  -- Of the whole laboratory, whatever whoever asks sees of it.
  perform tenant.set_context(new.brand_id, null, null);
  -- Whoever has never had a password and is kept out has no claim: a manager may have typed the address.
  is_taken := exists (
    select from users u where u.brand_id = new.brand_id and u.id <> new.id and lower(u.email) = new.login
      and (u.password_hash is not null or u.disabled_at is null));
  perform set_config('tenant.context', coalesce(context, ''), true);
  if is_taken then
    raise exception 'this is the address of somebody else'
      using errcode = 'unique_violation', constraint = 'users__login', table = 'users';
  end if;
  return new;
end $$;
revoke all on function refuse_anothers_address() from public;
create trigger own_address before insert or update of login on users
  for each row execute function refuse_anothers_address();

-- Whose invitation a manager of the practice, or an administrator of the laboratory, may correct or withdraw: of somebody
-- who has chosen no password, and has never been here.
create function tenant.may_change_invitation(person uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return exists (
  select from users invited
  where invited.brand_id = tenant.brand_id() and invited.id = person and invited.password_hash is null
    and invited.erased_at is null
    and (tenant.audience() = 'laboratory' or exists (
      select from users u
      where u.brand_id = invited.brand_id and u.id = tenant.user_id() and u.id <> invited.id and u.disabled_at is null
        and ((tenant.audience() = 'staff' and u.role = 'administrator')
          or (tenant.audience() = 'practice' and u.account_type = 'manager' and u.practice_id = invited.practice_id)))));
revoke all on function tenant.may_change_invitation(uuid) from public;
grant execute on function tenant.may_change_invitation(uuid) to arcade_app;

-- What waits for the laboratory is changed by its people, or by the laboratory itself; where an invitation went is not yet
-- anything that the laboratory knows.
create or replace function refuse_unreviewed_change() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() in ('staff', 'laboratory')) is true then
    return new;
  end if;
  if tg_table_name = 'users' then
    if tenant.may_change_invitation(old.id)
      and (old.title, old.first_name, old.last_name, old.phone)
        is not distinct from (new.title, new.first_name, new.last_name, new.phone) then
      return new;
    end if;
  end if;
  raise exception 'the laboratory changes this' using errcode = 'insufficient_privilege';
end $$;

-- Whoever is named in a case stays: the constraint of the case says so.
create function tenant.withdraw_invitation(person uuid) returns void
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  context text := current_setting('tenant.context', true);
  brand uuid := tenant.brand_id();
begin
  -- Whoever chooses a password in this moment has done so before it is looked at.
  perform from users where brand_id = brand and id = person for update;
  if tenant.may_change_invitation(person) is not true then
    raise exception 'an administrator or manager withdraws what nobody has followed'
      using errcode = 'insufficient_privilege', constraint = 'users__invited', table = 'users';
  end if;
  perform tenant.set_context(brand, null, null);
  delete from password_links where brand_id = brand and user_id = person;
  delete from notices where brand_id = brand and user_id = person;
  delete from notice_choices where brand_id = brand and user_id = person;
  delete from notice_digests where brand_id = brand and user_id = person;
  delete from users where brand_id = brand and id = person;
  perform set_config('tenant.context', coalesce(context, ''), true);
end $$;
revoke all on function tenant.withdraw_invitation(uuid) from public;
grant execute on function tenant.withdraw_invitation(uuid) to arcade_app;
create trigger tell_staff_gone after delete on users for each row
  when (old.kind = 'staff') execute function tell_change('staff');
create trigger tell_colleague_gone after delete on users for each row
  when (old.practice_id is not null) execute function tell_change('colleagues');

-- As nobody of a practice changes their own role or access, nobody of the laboratory does: whoever acts stays administrator.
create function refuse_own_administration() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'another administrator changes this'
    using errcode = 'insufficient_privilege', constraint = 'users__administered', table = 'users';
end $$;
revoke all on function refuse_own_administration() from public;
create trigger administered_by_another before update of kind, role, disabled_at on users for each row
  when (old.kind = 'staff' and old.id = tenant.user_id()) execute function refuse_own_administration();
