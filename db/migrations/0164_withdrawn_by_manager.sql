-- Who is away or has left the practice cannot withdraw what they have asked for: a manager of the same practice may, of what
-- concerns the practice. What concerns a person alone stays their own.
create function withdrawn_by_whom_may() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.part <> 'personal_information' and new.decided_by = tenant.user_id() and exists (
    select from users u
    where u.brand_id = new.brand_id and u.id = new.decided_by and u.practice_id = new.practice_id
      and u.account_type = 'manager' and u.disabled_at is null) then
    return new;
  end if;
  raise exception 'whoever has asked withdraws it, or a manager of the practice'
    using errcode = 'check_violation', constraint = 'account_changes__withdrawn', table = 'account_changes';
end $$;
revoke all on function withdrawn_by_whom_may() from public;
create trigger withdrawn_by_whom_may before insert or update on account_changes for each row
  when (new.state = 'withdrawn' and new.decided_by is distinct from new.requested_by)
  execute function withdrawn_by_whom_may();
alter table account_changes drop constraint account_changes__withdrawn;
