-- Whoever follows an invitation has chosen the language in which they read it; what was typed for them was a guess. With
-- tenant.choose_password all that can be done with a link.
create function tenant.choose_language(token_hash bytea, language language) returns void
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
begin
  if tenant.audience() is distinct from 'password_link' then
    raise exception 'no link is open' using errcode = 'insufficient_privilege';
  end if;
  perform tenant.set_context(brand, null, null);
  update users u set language = choose_language.language
    from password_links l
    where l.brand_id = brand and l.token_hash = choose_language.token_hash and l.expires_at > clock_timestamp()
      and l.purpose = 'invitation' and u.brand_id = brand and u.id = l.user_id and u.password_hash is null
      and u.disabled_at is null;
  perform tenant.set_context(brand, null, null, 'password_link');
end $$;
revoke all on function tenant.choose_language(bytea, language) from public;
grant execute on function tenant.choose_language(bytea, language) to arcade_app;
