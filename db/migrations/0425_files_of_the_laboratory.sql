-- The laboratory shows something as well: a design to be approved, a photo of what has come in, the slip of what it has entered. What it
-- has added is its own to take away, is read by the practice, and takes none of the places that the practice has.
alter table attachments
  -- Added by the laboratory's people. Of photos at a door that are older than this column, their hand-over says it.
  add column of_laboratory boolean not null default false,
  -- Drafts are a practice's.
  add constraint attachments__of_case check (not of_laboratory or order_id is not null or state = 'removed') not valid;

create function attachment_has_sender() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tenant.audience() in ('staff', 'practice') then
    new.of_laboratory := tenant.audience() = 'staff';
  end if;
  return new;
end $$;
revoke all on function attachment_has_sender() from public;
create trigger has_sender before insert on attachments for each row execute function attachment_has_sender();

create policy file_changed_by_laboratory on attachments as restrictive for update
  using (not of_laboratory or (select tenant.audience()) in ('staff', 'laboratory'));
create policy file_removed_by_laboratory on attachments as restrictive for delete
  using (not of_laboratory or (select tenant.audience()) in ('staff', 'laboratory'));

-- As with a message: whoever works in the practice has something new to look at in this case.
create function tell_of_file() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform mark_unread(new.brand_id, new.practice_id, new.order_id, new.created_by);
  return null;
end $$;
revoke all on function tell_of_file() from public;
create trigger tell_of_file after update of state on attachments for each row
  when (new.of_laboratory and new.order_id is not null and new.hand_over_id is null
    and new.state = 'ready' and old.state <> 'ready' and current_setting('changes.quiet', true) is distinct from 'on')
  execute function tell_of_file();
