-- What a practice asks to have changed about itself and its people, what the laboratory decides, and what may then change.

alter type audit_kind add value if not exists 'account_change_requested';
alter type audit_kind add value if not exists 'account_change_withdrawn';
alter type audit_kind add value if not exists 'account_change_applied';
alter type audit_kind add value if not exists 'account_change_refused';

create function are_distinct_addresses(addresses text[]) returns boolean
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
return (select count(*) = count(distinct lower(address)) from unnest(addresses) as address);

alter table practices
  add column mobile text constraint practices__mobile check (mobile <> ''),
  -- Where the laboratory writes to the practice as such.
  add column emails mail_address[] not null default '{}' constraint practices__emails
    check (cardinality(emails) <= 10 and are_distinct_addresses(emails)),
  -- What the driver has to know.
  add column delivery_instruction text constraint practices__delivery_instruction
    check (delivery_instruction <> '' and length(delivery_instruction) <= 1000);

create type account_part as enum ('personal_information', 'contact_information', 'delivery_instruction');
-- As the contract calls them.
create type account_field as enum (
  'title', 'firstName', 'lastName', 'login', 'email', 'phone', 'mobile', 'emails', 'deliveryInstruction', 'deliveryDays',
  'openingDays'
);
create type account_change_state as enum ('pending', 'applied', 'refused', 'withdrawn');

create table account_changes (
  brand_id uuid not null,
  practice_id uuid not null,
  id uuid not null default gen_random_uuid(),
  part account_part not null,
  requested_by uuid not null,
  -- Moves when the request is added to.
  requested_at timestamptz not null default now(),
  -- Whose it is to change: one's own, or the practice's.
  subject_id uuid not null generated always as (
    case when part = 'personal_information' then requested_by else practice_id end) stored,
  state account_change_state not null default 'pending',
  decided_by uuid,
  decided_at timestamptz,
  -- Why it was refused, for whoever asked.
  reason text constraint account_changes__reason check (reason <> '' and length(reason) <= 1000),
  primary key (brand_id, id),
  constraint account_changes__state unique (brand_id, practice_id, id, subject_id, state),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  foreign key (brand_id, requested_by) references users (brand_id, id),
  foreign key (brand_id, decided_by) references users (brand_id, id),
  constraint account_changes__decided
    check (num_nonnulls(decided_by, decided_at) = case state when 'pending' then 0 else 2 end),
  constraint account_changes__refused check ((reason is not null) = (state = 'refused')),
  constraint account_changes__withdrawn check (state <> 'withdrawn' or decided_by = requested_by),
  -- What the same person adds to what still waits is one request with it.
  constraint account_changes__once exclude using btree
    (brand_id with =, practice_id with =, requested_by with =, part with =) where (state = 'pending')
);
create index account_changes__recent on account_changes (brand_id, practice_id, requested_at desc);
create index account_changes__pending on account_changes (brand_id, requested_at) where state = 'pending';
call tenant.protect_by_practice('account_changes');
grant select on account_changes to arcade_app;
grant insert (brand_id, practice_id, part, requested_by) on account_changes to arcade_app;
grant update (requested_at, state, decided_by, decided_at, reason) on account_changes to arcade_app;

create table account_change_fields (
  brand_id uuid not null,
  practice_id uuid not null,
  change_id uuid not null,
  field account_field not null,
  subject_id uuid not null,
  -- Follows that of its request.
  state account_change_state not null default 'pending',
  -- What was there when it was asked for, and what is to be there: nothing, where there is or is to be nothing.
  before jsonb,
  after jsonb,
  primary key (brand_id, change_id, field),
  foreign key (brand_id, practice_id, change_id, subject_id, state)
    references account_changes (brand_id, practice_id, id, subject_id, state) on update cascade,
  constraint account_change_fields__differs check (before is distinct from after),
  -- Of what two people want changed at once, one request waits.
  constraint account_change_fields__once exclude using btree
    (brand_id with =, subject_id with =, field with =) where (state = 'pending')
);
call tenant.protect_by_practice('account_change_fields');
grant select, delete on account_change_fields to arcade_app;
grant insert (brand_id, practice_id, change_id, field, subject_id, before, after) on account_change_fields to arcade_app;

create function account_change_decided_once() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'this request has been decided'
    using errcode = 'check_violation', constraint = 'account_changes__decided_once', table = 'account_changes';
end $$;
revoke all on function account_change_decided_once() from public;
create trigger decided_once before update on account_changes for each row
  when (old.state <> 'pending') execute function account_change_decided_once();
create trigger decided_once before delete on account_change_fields for each row
  when (old.state <> 'pending') execute function account_change_decided_once();

-- What waits for the laboratory is changed by its people, or by the laboratory itself: not by a practice that writes it.
create function refuse_unreviewed_change() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() in ('staff', 'laboratory')) is not true then
    raise exception 'the laboratory changes this' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
revoke all on function refuse_unreviewed_change() from public;
create trigger reviewed before update of title, first_name, last_name, login, email, phone on users
  for each row execute function refuse_unreviewed_change();
create trigger reviewed before update on practices for each row execute function refuse_unreviewed_change();
grant update (title, first_name, last_name, login, email, phone) on users to arcade_app;
grant update (phone, mobile, emails, delivery_instruction, delivery_days, opening_days) on practices to arcade_app;

create trigger tell_change after insert or update on account_changes for each row execute function tell_change('account');

-- Promises are made by these days.
create function tell_delivery_days() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('changes', new.brand_id || '/' || new.id || '/closures');
  return null;
end $$;
revoke all on function tell_delivery_days() from public;
create trigger tell_delivery_days after update of delivery_days, opening_days on practices for each row
  when ((old.delivery_days, old.opening_days) is distinct from (new.delivery_days, new.opening_days))
  execute function tell_delivery_days();
