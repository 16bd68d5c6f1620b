-- Practices that ask for an account, what the laboratory decides, and the practices and people that come of it.

alter type audit_kind add value if not exists 'signup_requested';
alter type audit_kind add value if not exists 'signup_approved';
alter type audit_kind add value if not exists 'signup_refused';
alter type audit_kind add value if not exists 'practice_created';
alter type audit_kind add value if not exists 'user_invited';
alter type audit_kind add value if not exists 'user_disabled';
alter type audit_kind add value if not exists 'user_enabled';

-- By which a practice is known to others: RPPS, SIRET or SIREN, as it was given.
alter table practices add column rpps_siret_siren text not null default '';

-- What two such numbers are compared by: a SIRET belongs to its SIREN, and an RPPS may stand with an 8 before it.
create function identifier_key(given text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
return (
  select case
    when length(digits) = 14 then left(digits, 9)
    when length(digits) = 12 and digits like '8%' then substr(digits, 2)
    else digits
  end
  from (select regexp_replace(given, '\D', '', 'g')) as kept (digits));

create type signup_state as enum ('waiting', 'approved', 'refused');

create table signup_requests (
  brand_id uuid not null references brands (id),
  id uuid not null default gen_random_uuid(),
  rpps_siret_siren text not null constraint signup_requests__rpps_siret_siren
    check (rpps_siret_siren <> '' and length(rpps_siret_siren) <= 60),
  -- Of these lists a word of ours, or what was typed instead.
  title text not null constraint signup_requests__title check (title <> '' and length(title) <= 100),
  gender text not null constraint signup_requests__gender check (gender <> '' and length(gender) <= 100),
  discovery_source text constraint signup_requests__discovery_source check (length(discovery_source) <= 100),
  camera_model text constraint signup_requests__camera_model check (length(camera_model) <= 100),
  last_name text not null constraint signup_requests__last_name check (last_name <> '' and length(last_name) <= 100),
  first_name text not null constraint signup_requests__first_name check (first_name <> '' and length(first_name) <= 100),
  address text not null constraint signup_requests__address check (address <> '' and length(address) <= 200),
  postal_code text not null constraint signup_requests__postal_code check (postal_code <> '' and length(postal_code) <= 20),
  city text not null constraint signup_requests__city check (city <> '' and length(city) <= 100),
  country_code char(2) not null,
  phone text not null constraint signup_requests__phone check (phone <> '' and length(phone) <= 40),
  mobile text constraint signup_requests__mobile check (length(mobile) <= 40),
  lunch_break_hours text constraint signup_requests__lunch_break_hours check (length(lunch_break_hours) <= 200),
  weekly_closure text constraint signup_requests__weekly_closure check (length(weekly_closure) <= 200),
  email1_label text not null constraint signup_requests__email1_label check (email1_label <> '' and length(email1_label) <= 100),
  email1 mail_address not null,
  email2_label text constraint signup_requests__email2_label check (length(email2_label) <= 100),
  email2 mail_address,
  additional_comment text constraint signup_requests__additional_comment check (length(additional_comment) <= 2000),
  -- In which the answer is written.
  language language not null,

  -- Hashes: of all that was sent, and of the network that it came from.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  network bytea not null check (octet_length(network) = 32),
  created_at timestamptz not null default now(),

  state signup_state not null default 'waiting',
  decided_at timestamptz,
  decided_by uuid,
  -- What the requester was told of a refusal.
  reason text constraint signup_requests__reason check (reason <> '' and length(reason) <= 2000),
  -- What an approval made.
  practice_id uuid,
  primary key (brand_id, id),
  foreign key (brand_id, decided_by) references users (brand_id, id),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  constraint signup_requests__decided check (num_nulls(decided_at, decided_by) = case state when 'waiting' then 2 else 0 end),
  constraint signup_requests__approved check ((practice_id is not null) = (state = 'approved')),
  constraint signup_requests__refused check (reason is null or state = 'refused'),
  -- The same request sent again while the first waits is that one.
  constraint signup_requests__once exclude using btree (brand_id with =, fingerprint with =) where (state = 'waiting')
);
create index signup_requests__recent on signup_requests (brand_id, created_at desc);
create index signup_requests__waiting on signup_requests (brand_id, created_at) where state = 'waiting';

-- Whoever asks is nobody yet: the laboratory keeps it for them, and its own people read it.
alter table signup_requests enable row level security;
alter table signup_requests force row level security;
create policy of_laboratory on signup_requests
  using (brand_id = (select tenant.brand_id()) and (select tenant.audience()) in ('staff', 'laboratory'));
grant select, delete on signup_requests to arcade_app;
grant insert (brand_id, rpps_siret_siren, title, gender, discovery_source, camera_model, last_name, first_name, address,
  postal_code, city, country_code, phone, mobile, lunch_break_hours, weekly_closure, email1_label, email1, email2_label,
  email2, additional_comment, language, fingerprint, network) on signup_requests to arcade_app;
grant update (state, decided_at, decided_by, reason, practice_id) on signup_requests to arcade_app;

create function signup_decided_once() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'this request has been decided'
    using errcode = 'check_violation', constraint = 'signup_requests__decided_once', table = 'signup_requests';
end $$;
revoke all on function signup_decided_once() from public;
create trigger decided_once before update on signup_requests for each row
  when (old.state <> 'waiting') execute function signup_decided_once();

-- The laboratory makes practices and their first people, and says who may come in.
grant insert (brand_id, id, name, address, postal_code, city, country_code, phone, rpps_siret_siren) on practices to arcade_app;
grant insert (brand_id, id, kind, practice_id, login, email, phone, title, first_name, last_name, country_code, language,
  account_type) on users to arcade_app;
grant update (disabled_at) on users to arcade_app;

-- What is of no practice is told to the laboratory's own people.
create or replace function tell_change() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('changes', coalesce(new.brand_id, old.brand_id) || '/'
    || coalesce(new.practice_id, old.practice_id, new.brand_id, old.brand_id) || '/' || tg_argv[0]);
  return null;
end $$;
create trigger tell_change after insert or update or delete on signup_requests
  for each row execute function tell_change('signups');
