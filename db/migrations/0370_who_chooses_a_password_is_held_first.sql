-- Whoever chooses a password by a link is held before the link goes, as by whoever makes them another link, keeps them out or changes
-- their password (0153): the other way round each of two waited for what the other held. As before otherwise.
create or replace function tenant.choose_password(token_hash bytea, password_hash text) returns uuid[]
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  link record;
  ended uuid[];
begin
  if tenant.audience() is distinct from 'password_link' then
    raise exception 'no link is open' using errcode = 'insufficient_privilege';
  end if;
  -- The laboratory's own context, for what follows.
  perform tenant.set_context(brand, null, null);
  perform from users u
    where u.brand_id = brand and u.id = (
      select l.user_id from password_links l where l.brand_id = brand and l.token_hash = choose_password.token_hash)
    for no key update;
  delete from password_links l
    where l.brand_id = brand and l.token_hash = choose_password.token_hash and l.expires_at > clock_timestamp()
    returning l.user_id, l.purpose into link;
  update users u set password_hash = choose_password.password_hash
    where u.brand_id = brand and u.id = link.user_id and u.disabled_at is null
      and (link.purpose = 'reset' or u.password_hash is null);
  if found then
    delete from password_links l where l.brand_id = brand and l.user_id = link.user_id;
    with over as (
      update sessions s set ended_at = now(), ended_because = 'password_changed'
        where s.brand_id = brand and s.user_id = link.user_id and s.ended_at is null
        returning s.id)
    select coalesce(array_agg(over.id), '{}') into ended from over;
  end if;
  perform tenant.set_context(brand, null, null, 'password_link');
  return ended;
end $$;
