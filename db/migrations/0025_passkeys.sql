-- Passkeys (WebAuthn): keys of a device or a password manager with which somebody signs in without the password.

alter type audit_kind add value if not exists 'passkey_added';
alter type audit_kind add value if not exists 'passkey_renamed';
alter type audit_kind add value if not exists 'passkey_removed';
alter type audit_kind add value if not exists 'passkey_refused';

create table passkeys (
  brand_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  -- Where it was made, its RP ID: good at no other host of the laboratory.
  host text not null,
  -- A user has twenty at most.
  place smallint not null check (place between 1 and 20),
  credential_id bytea not null check (octet_length(credential_id) between 16 and 1023),
  -- As COSE writes it.
  public_key bytea not null check (octet_length(public_key) between 1 and 4096),
  -- How often it says that it has signed; always 0 where several devices share it.
  counter bigint not null check (counter between 0 and 4294967295),
  transports text[] not null default '{}',
  is_backed_up boolean not null,
  device text not null default '',
  name text not null default '' check (length(name) <= 60),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (brand_id, id),
  constraint passkeys__credential unique (brand_id, credential_id),
  constraint passkeys__place unique (brand_id, user_id, place),
  foreign key (brand_id, user_id) references users (brand_id, id),
  foreign key (brand_id, host) references brand_hosts (brand_id, host) on delete cascade
);
create index passkeys__host on passkeys (brand_id, host);
call tenant.protect_by_user('passkeys');
-- The laboratory looks for them when somebody signs in, and makes none.
create policy added_by_oneself on passkeys as restrictive for insert
  with check (brand_id = (select tenant.brand_id()) and user_id = (select tenant.user_id()));
grant select, delete on passkeys to arcade_app;
grant insert (brand_id, user_id, host, place, credential_id, public_key, counter, transports, is_backed_up, device)
  on passkeys to arcade_app;
grant update (name, counter, is_backed_up, used_at) on passkeys to arcade_app;

-- Challenges are signed, not kept: only those that have been answered, until they would be too old anyway.
create table spent_challenges (
  brand_id uuid not null references brands (id),
  challenge_hash bytea not null check (octet_length(challenge_hash) = 32),
  forgotten_at timestamptz not null,
  primary key (brand_id, challenge_hash)
);
create index spent_challenges__forgotten on spent_challenges (brand_id, forgotten_at);
call tenant.protect_by_brand('spent_challenges');
grant select (brand_id, forgotten_at), insert, delete on spent_challenges to arcade_app;
