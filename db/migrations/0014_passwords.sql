-- Links by mail with which somebody chooses a password: invited, or after having forgotten the one they had.

alter type audit_kind add value 'password_link_sent';
alter type audit_kind add value 'password_chosen';
alter type audit_kind add value 'password_changed';
alter type audit_kind add value 'password_change_refused';

-- Who asks for links, by address and by network; of each user a few are good at a time, so none is counted.
alter type sign_in_limit_kind add value 'reset_address';
alter type sign_in_limit_kind add value 'reset_network';

create type password_link_purpose as enum ('invitation', 'reset');

create table password_links (
  brand_id uuid not null,
  -- A link is known by its hash alone, and is gone once it has been used.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  user_id uuid not null,
  purpose password_link_purpose not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (brand_id, token_hash),
  foreign key (brand_id, user_id) references users (brand_id, id),
  -- An invitation opens no account that has a password, and mails of a practice may lie for days.
  constraint password_links__life check (
    expires_at <= created_at + case purpose when 'invitation' then interval '7 days' else interval '30 minutes' end)
);
create index password_links__user on password_links (brand_id, user_id);
create index password_links__over on password_links (brand_id, expires_at);

-- Whoever sees a user may make links for them, and end them: the practice, the laboratory.
alter table password_links enable row level security;
alter table password_links force row level security;
create policy of_seen_user on password_links using (
  brand_id = (select tenant.brand_id())
  and exists (select from users where (users.brand_id, users.id) = (password_links.brand_id, password_links.user_id)));
-- Not the hash: what is looked for by it is looked for below.
grant select (brand_id, user_id, purpose, created_at, expires_at), delete on password_links to arcade_app;
grant insert (brand_id, token_hash, user_id, purpose, expires_at) on password_links to arcade_app;

-- What somebody's call with a link begins with: says whose it is, and opens a context of nobody, which sees no practice, no
-- user, no session and no mail. All that can be done with it to a user is tenant.choose_password.
create function tenant.open_password_link(host text, token_hash bytea, valid_until bigint, signed bytea)
returns table (
  state text, brand_id uuid, purpose password_link_purpose, user_id uuid, login text, email text, first_name text,
  last_name text, language language, company_name text
)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid;
  found_link record;
begin
  perform tenant.refuse_unless_signed(
    'password_link/' || open_password_link.host || '/' || encode(open_password_link.token_hash, 'hex') || '/' || valid_until,
    valid_until, signed);
  select h.brand_id into brand from brand_hosts h where h.host = open_password_link.host;
  if brand is null then
    return;
  end if;

  perform tenant.set_context(brand, null, null);
  select b.disabled_at as brand_disabled_at, b.company_name, l.purpose, u.id, u.login, u.email, u.first_name, u.last_name,
      u.language
    into found_link
    from brands b
    left join password_links l on l.brand_id = b.id and l.token_hash = open_password_link.token_hash
      and l.expires_at > clock_timestamp()
    left join users u on u.brand_id = l.brand_id and u.id = l.user_id and u.disabled_at is null
      and (l.purpose = 'reset' or u.password_hash is null)
    where b.id = brand;

  if (found_link.brand_disabled_at is null and found_link.id is not null) is not true then
    perform set_config('tenant.context', '', true);
    return query select case when found_link.brand_disabled_at is not null then 'brand_unknown' else 'not_found' end,
      null::uuid, null::password_link_purpose, null::uuid, null::text, null::text, null::text, null::text, null::language,
      null::text;
    return;
  end if;

  perform tenant.set_context(brand, null, null, 'password_link');
  return query select 'open', brand, found_link.purpose, found_link.id, found_link.login, found_link.email,
    found_link.first_name, found_link.last_name, found_link.language, found_link.company_name;
end $$;
revoke all on function tenant.open_password_link(text, bytea, bigint, bytea) from public;
grant execute on function tenant.open_password_link(text, bytea, bigint, bytea) to arcade_app;

-- Of many who use one link at once, one finds it. Ends all that was open for whoever knew the password before, and all
-- other links; answers the sessions that were ended, and NULL where the link is no longer good.
create function tenant.choose_password(token_hash bytea, password_hash text) returns uuid[]
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
revoke all on function tenant.choose_password(bytea, text) from public;
grant execute on function tenant.choose_password(bytea, text) to arcade_app;
