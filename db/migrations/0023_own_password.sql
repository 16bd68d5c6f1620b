-- What somebody of a practice, or of the laboratory's people, may write about a colleague, should a statement go astray:
-- neither their password, nor a link to it, nor a request in their name.

create function refuse_others_password() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() = 'laboratory' or new.id = tenant.user_id()) is not true then
    raise exception 'everybody chooses their own password' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
revoke all on function refuse_others_password() from public;
create trigger own_password before update of password_hash on users
  for each row execute function refuse_others_password();

-- An invitation opens no account that has a password; a reset does, and the laboratory alone mails those.
create policy reset_by_laboratory on password_links as restrictive for insert
  with check (brand_id = (select tenant.brand_id())
    and (purpose = 'invitation' or (select tenant.audience()) = 'laboratory'));

create policy asked_by_oneself on account_changes as restrictive for insert
  with check (brand_id = (select tenant.brand_id())
    and (requested_by = (select tenant.user_id()) or (select tenant.audience()) in ('staff', 'laboratory')));
create policy asked_by_oneself on account_change_fields as restrictive for insert
  with check (brand_id = (select tenant.brand_id()) and ((select tenant.audience()) in ('staff', 'laboratory') or exists (
    select from account_changes c
    where (c.brand_id, c.id) = (account_change_fields.brand_id, account_change_fields.change_id)
      and c.requested_by = (select tenant.user_id()))));
