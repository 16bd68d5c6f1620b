-- Whoever is invited again stands otherwise in the list of their colleagues: the link is another one.
create function tell_invited() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('changes', u.brand_id || '/' || u.practice_id || '/colleagues') from users u
    where u.brand_id = new.brand_id and u.id = new.user_id and u.practice_id is not null;
  return null;
end $$;
revoke all on function tell_invited() from public;
create trigger tell_invited after insert on password_links for each row
  when (new.purpose = 'invitation') execute function tell_invited();
