-- What people may ask of what is kept about them: a copy, and to be forgotten; what goes by itself when its time is over, with
-- a record of it; and, for the laboratory's administrators, who has read a case.

alter type audit_kind add value if not exists 'data_exported';
alter type audit_kind add value if not exists 'practice_exported';
alter type audit_kind add value if not exists 'erasure_requested';
alter type audit_kind add value if not exists 'erasure_withdrawn';
alter type audit_kind add value if not exists 'erasure_refused';
alter type audit_kind add value if not exists 'person_erased';
alter type audit_kind add value if not exists 'patient_name_erased';
alter type audit_kind add value if not exists 'case_readers_viewed';

-- Inside functions that run as their definer: who asks is an administrator of the laboratory, and still is one.
create function tenant.refuse_unless_administrator() returns boolean
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() = 'staff' and exists (
    select from users u where u.brand_id = tenant.brand_id() and u.id = tenant.user_id()
      and u.role = 'administrator' and u.disabled_at is null)) is not true then
    raise exception 'an administrator of the laboratory does this' using errcode = 'insufficient_privilege';
  end if;
  return true;
end $$;
create function tenant.refuse_unless_laboratory() returns boolean
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() = 'laboratory') is not true then
    raise exception 'the laboratory does this by itself' using errcode = 'insufficient_privilege';
  end if;
  return true;
end $$;
revoke all on function tenant.refuse_unless_administrator(), tenant.refuse_unless_laboratory() from public;

-- Who read a case, its files, its messages and its documents, latest first. A practice that was copied whole was read too.
create function tenant.case_readers(case_id uuid, before bigint, most integer)
returns table (id bigint, at timestamptz, user_id uuid, kind audit_kind, subject_id uuid)
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  perform tenant.refuse_unless_administrator();
  return query
    select e.id, e.at, e.user_id, e.kind, e.subject_id from audit_events e
      where e.brand_id = tenant.brand_id() and e.order_id = case_readers.case_id and e.id < case_readers.before
        and e.kind in ('case_viewed', 'files_viewed', 'messages_viewed', 'document_viewed', 'attachment_downloaded',
          'case_readers_viewed')
    union all
    select e.id, e.at, e.user_id, e.kind, e.subject_id from audit_events e
      join orders o on o.brand_id = e.brand_id and o.id = case_readers.case_id
      where e.brand_id = tenant.brand_id() and e.subject_id = o.practice_id and e.route is null
        and e.id < case_readers.before and e.kind = 'practice_exported' and e.at >= o.created_at
    order by 1 desc limit case_readers.most;
end $$;
revoke all on function tenant.case_readers(uuid, bigint, integer) from public;
grant execute on function tenant.case_readers(uuid, bigint, integer) to arcade_app;

-- What the record says of whoever is signed in: what they did, and what was done to their account.
create function tenant.lines_about_me(after bigint, most integer)
returns table (id bigint, at timestamptz, kind audit_kind, route text, is_own boolean)
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  if tenant.user_id() is null then
    raise exception 'nobody is signed in' using errcode = 'insufficient_privilege';
  end if;
  return query
    select e.id, e.at, e.kind, e.route, true from audit_events e
      where e.brand_id = tenant.brand_id() and e.user_id = tenant.user_id() and e.id > lines_about_me.after
    union all
    select e.id, e.at, e.kind, e.route, false from audit_events e
      where e.brand_id = tenant.brand_id() and e.subject_id = tenant.user_id() and e.route is null
        and e.user_id is distinct from tenant.user_id() and e.id > lines_about_me.after
    order by 1 limit lines_about_me.most;
end $$;
revoke all on function tenant.lines_about_me(bigint, integer) from public;
grant execute on function tenant.lines_about_me(bigint, integer) to arcade_app;

-- What went because its time was over: how much of what, by the day. No names, no ids.
create table removals (
  brand_id uuid not null references brands (id),
  kind text not null constraint removals__kind check (kind ~ '^[a-z_]{1,40}$'),
  removed_on date not null default current_date,
  count integer not null constraint removals__count check (count > 0),
  last_at timestamptz not null default now(),
  -- Everything of its kind that is older is gone; null where each row says itself when its time is over.
  until timestamptz,
  primary key (brand_id, kind, removed_on)
);
alter table removals enable row level security;
alter table removals force row level security;
create policy of_laboratory on removals
  using (brand_id = (select tenant.brand_id()) and (select tenant.audience()) in ('staff', 'laboratory'));
grant select on removals to arcade_app;
grant insert (brand_id, kind, count, until), update (count, until, last_at) on removals to arcade_app;

create function removals_only_grow() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() = 'laboratory' and (tg_op = 'INSERT' or new.count > old.count)) is not true then
    raise exception 'what has gone stays on record' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
revoke all on function removals_only_grow() from public;
create trigger only_grow before insert or update on removals for each row execute function removals_only_grow();

-- What the runtime role may not delete goes by these, which look at the clock themselves and take so many at a time.

create function tenant.remove_old_sessions(most integer) returns integer
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed integer;
begin
  perform tenant.refuse_unless_laboratory();
  delete from sessions s where s.brand_id = tenant.brand_id() and s.id in (
    select over.id from sessions over
    where over.brand_id = tenant.brand_id() and coalesce(over.ended_at, over.used_at) < now() - interval '90 days'
    limit most for update skip locked);
  get diagnostics removed = row_count;
  return removed;
end $$;

-- Statements of custom-made devices say themselves until when the law wants them kept.
create function tenant.remove_old_statements(most integer) returns integer
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed integer;
begin
  perform tenant.refuse_unless_laboratory();
  delete from traceability_statements s
    where s.brand_id = tenant.brand_id() and (s.order_id, s.version) in (
      select over.order_id, over.version from traceability_statements over
      where over.brand_id = tenant.brand_id() and over.kept_until < current_date
      limit most for update skip locked);
  get diagnostics removed = row_count;
  return removed;
end $$;

-- The chain begins later then: after the last line that went, whose hash is kept, since the first one left is chained to it.
alter table audit_heads
  add column begins_after bigint not null default 0,
  add column begins_hash bytea,
  add column removed_until timestamptz;
alter table audit_heads add constraint audit_heads__beginning
  check ((begins_after = 0) = (begins_hash is null) and (begins_hash is null) = (removed_until is null)
    and begins_after <= position) not valid;

-- From the beginning and no others, so that what is left is whole. What does not hold is not taken away: that is to be seen.
create function tenant.remove_old_audit(most integer) returns integer
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
  head audit_heads;
  line audit_events;
  place bigint;
  last_hash bytea;
  last_at timestamptz;
begin
  perform tenant.refuse_unless_laboratory();
  select * into head from audit_heads h where h.brand_id = brand for update;
  if not found then
    return 0;
  end if;
  place := head.begins_after;
  last_hash := coalesce(head.begins_hash, sha256(convert_to(brand::text, 'UTF8')));
  last_at := head.removed_until;
  for line in
    select * from audit_events e where e.brand_id = brand and e.position > head.begins_after order by e.position limit most
  loop
    exit when line.at >= now() - interval '12 months';
    if (line.position = place + 1 and tenant.audit_hash(last_hash, line) = line.hash) is not true then
      raise exception 'the chain does not hold at line %', place + 1 using errcode = 'data_corrupted';
    end if;
    place := line.position;
    last_hash := line.hash;
    last_at := greatest(last_at, line.at);
  end loop;
  if place = head.begins_after then
    return 0;
  end if;
  delete from audit_events e where e.brand_id = brand and e.position <= place;
  update audit_heads h set begins_after = place, begins_hash = last_hash, removed_until = last_at where h.brand_id = brand;
  return place - head.begins_after;
end $$;

-- For how long after it was ordered a finished case says its patient's name; the code stays. No law says it: the laboratory does.
alter table brands add column patient_names_kept_months smallint not null default 60
  constraint brands__patient_names_kept_months check (patient_names_kept_months between 6 and 240);

-- The name on the case, wherever it was written out in it, and in the names of its files.
create function tenant.erase_patient_name(brand uuid, case_id uuid) returns boolean
language plpgsql strict set search_path = pg_catalog, public, pg_temp as $$
declare
  named text;
  pattern text;
begin
  select o.patient into named from orders o where o.brand_id = brand and o.id = case_id and o.patient is not null for update;
  if not found then
    return false;
  end if;
  pattern := regexp_replace(btrim(named), '([.*+?^${}()|[\]\\])', '\\\1', 'g');
  update orders o set patient = null,
      comment = regexp_replace(o.comment, pattern, '…', 'gi'),
      hold_question = regexp_replace(o.hold_question, pattern, '…', 'gi')
    where o.brand_id = brand and o.id = case_id;
  update order_products p set note = regexp_replace(p.note, pattern, '…', 'gi')
    where p.brand_id = brand and p.order_id = case_id and p.note ~* pattern;
  update order_messages m set body = regexp_replace(m.body, pattern, '…', 'gi')
    where m.brand_id = brand and m.order_id = case_id and m.body ~* pattern;
  update order_problems p set description = regexp_replace(p.description, pattern, '…', 'gi')
    where p.brand_id = brand and p.order_id = case_id and p.description ~* pattern;
  -- Files are called by a part of it too.
  update attachments a set name = left(a.id::text, 8) || '.' || a.type
    where a.brand_id = brand and a.order_id = case_id and a.type is not null
      and exists (
        select from regexp_split_to_table(searchable(named), '[^[:alnum:]]+') word
        where length(word) > 2 and position(word in searchable(a.name)) > 0);
  return true;
end $$;
revoke all on function tenant.erase_patient_name(uuid, uuid) from public;

-- By an administrator, at once. Says whether there was a name.
create function tenant.erase_patient(case_id uuid) returns boolean
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant.refuse_unless_administrator();
  return tenant.erase_patient_name(tenant.brand_id(), case_id);
end $$;

create function tenant.remove_old_patient_names(most integer) returns integer
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
  found_case uuid;
  removed integer := 0;
begin
  perform tenant.refuse_unless_laboratory();
  for found_case in
    select o.id from orders o
      where o.brand_id = brand and o.patient is not null and o.status in ('delivered', 'invoiced', 'cancelled')
        and o.created_at < now() - (select make_interval(months => b.patient_names_kept_months) from brands b where b.id = brand)
      limit most for update skip locked
  loop
    perform tenant.erase_patient_name(brand, found_case);
    removed := removed + 1;
  end loop;
  return removed;
end $$;
revoke all on function tenant.remove_old_sessions(integer), tenant.remove_old_statements(integer),
  tenant.remove_old_audit(integer), tenant.erase_patient(uuid), tenant.remove_old_patient_names(integer) from public;
grant execute on function tenant.remove_old_sessions(integer), tenant.remove_old_statements(integer),
  tenant.remove_old_audit(integer), tenant.erase_patient(uuid), tenant.remove_old_patient_names(integer) to arcade_app;

-- Whoever was forgotten comes in no more, whoever says so.
alter table users add column erased_at timestamptz;
alter table users add constraint users__erased
  check (erased_at is null or disabled_at is not null and password_hash is null) not valid;

create type erasure_state as enum ('waiting', 'withdrawn', 'refused', 'carried_out');

create table erasure_requests (
  brand_id uuid not null,
  practice_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  requested_at timestamptz not null default now(),
  state erasure_state not null default 'waiting',
  decided_by uuid,
  decided_at timestamptz,
  -- Why it was refused, for whoever asked.
  reason text constraint erasure_requests__reason check (reason <> '' and length(reason) <= 1000),
  primary key (brand_id, id),
  foreign key (brand_id, practice_id, user_id) references users (brand_id, practice_id, id) on update cascade,
  foreign key (brand_id, decided_by) references users (brand_id, id),
  constraint erasure_requests__decided
    check (num_nonnulls(decided_by, decided_at) = case state when 'waiting' then 0 else 2 end),
  constraint erasure_requests__refused check ((reason is not null) = (state = 'refused')),
  constraint erasure_requests__withdrawn check (state <> 'withdrawn' or decided_by = user_id),
  constraint erasure_requests__once exclude using btree (brand_id with =, user_id with =) where (state = 'waiting')
);
create index erasure_requests__recent on erasure_requests (brand_id, requested_at desc);
call tenant.protect_by_practice('erasure_requests');
create policy asked_by_oneself on erasure_requests as restrictive for insert
  with check (brand_id = (select tenant.brand_id()) and user_id = (select tenant.user_id()));
grant select on erasure_requests to arcade_app;
grant insert (brand_id, practice_id, user_id), update (state, decided_by, decided_at, reason) on erasure_requests to arcade_app;

create function erasure_decided_once() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'waiting' then
    raise exception 'this request has been decided'
      using errcode = 'check_violation', constraint = 'erasure_requests__decided_once', table = 'erasure_requests';
  end if;
  if (case new.state
        when 'withdrawn' then tenant.user_id() = new.user_id
        when 'refused' then tenant.audience() = 'staff'
        when 'carried_out' then exists (
          select from users u where u.brand_id = new.brand_id and u.id = new.user_id and u.erased_at is not null)
      end) is not true then
    raise exception 'not theirs to decide' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
revoke all on function erasure_decided_once() from public;
create trigger decided_once before update of state, decided_by, decided_at, reason on erasure_requests
  for each row execute function erasure_decided_once();
create trigger tell_change after insert or update on erasure_requests for each row execute function tell_change('account');

-- Somebody of a practice becomes nobody in particular. What they did stays done, by an account that names nobody: lines of the
-- audit, which are chained, name the account and not the person. What only they had goes: every table of a user's own is
-- emptied of it, those that come later too. Prescriptions and statements keep the prescriber's name, as the law has it; of a
-- case that was cancelled nothing was made.
create function tenant.erase_account(person uuid) returns void
language plpgsql strict set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
  before users;
  own regclass;
begin
  select * into strict before from users u where u.brand_id = brand and u.id = person and u.kind = 'practice' for update;
  update users u set title = '', first_name = '', phone = null, password_hash = null,
      last_name = (select case b.default_language when 'fr' then 'Compte effacé' else 'Erased account' end
        from brands b where b.id = brand),
      login = 'erased-' || person, email = person || '@erased.invalid',
      disabled_at = coalesce(u.disabled_at, now()), erased_at = coalesce(u.erased_at, now())
    where u.brand_id = brand and u.id = person;

  update attachments a set state = 'removed', draft_id = null
    where a.brand_id = brand and a.draft_id in (select d.id from order_drafts d where d.brand_id = brand and d.user_id = person);
  for own in select p.polrelid from pg_policy p where p.polname = 'of_user' order by 1 loop
    execute format('delete from %s where brand_id = $1 and user_id = $2', own) using brand, person;
  end loop;
  delete from password_links l where l.brand_id = brand and l.user_id = person;
  delete from notice_choices c where c.brand_id = brand and c.user_id = person;
  delete from notices n where n.brand_id = brand and n.user_id = person;
  delete from unread_cases c where c.brand_id = brand and c.user_id = person;
  delete from feedback f where f.brand_id = brand and f.author_id = person;

  update account_changes c set state = 'withdrawn', decided_by = c.requested_by, decided_at = now()
    where c.brand_id = brand and c.requested_by = person and c.state = 'pending';
  update account_change_fields f set before = null, after = '"…"'
    from account_changes c
    where f.brand_id = brand and c.brand_id = brand and c.id = f.change_id and c.requested_by = person
      and c.part = 'personal_information';
  update orders o set prescriber = '…' where o.brand_id = brand and o.prescriber_id = person and o.status = 'cancelled';

  -- Where they were written to.
  delete from mails m where m.brand_id = brand and lower(m.recipient) = lower(before.email);
  delete from signup_requests s where s.brand_id = brand
    and (lower(s.email1) = lower(before.email) or lower(s.email2) = lower(before.email));
  update practices p set emails = (
      select coalesce(array_agg(address order by place), '{}')
      from unnest(p.emails) with ordinality as given (address, place) where lower(address) <> lower(before.email))
    where p.brand_id = brand and p.id = before.practice_id
      and exists (select from unnest(p.emails) as given (address) where lower(address) = lower(before.email));
end $$;
revoke all on function tenant.erase_account(uuid) from public;

-- What somebody has asked for, by an administrator.
create function tenant.carry_out_erasure(request uuid) returns void
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
  administrator uuid := tenant.user_id();
  context text := current_setting('tenant.context', true);
  person uuid;
begin
  perform tenant.refuse_unless_administrator();
  select r.user_id into person from erasure_requests r
    where r.brand_id = brand and r.id = request and r.state = 'waiting' for update;
  if not found then
    raise exception 'this request has been decided'
      using errcode = 'check_violation', constraint = 'erasure_requests__decided_once', table = 'erasure_requests';
  end if;
  -- Nobody else sees what is only theirs.
  perform tenant.set_context(brand, null, null);
  perform tenant.erase_account(person);
  update erasure_requests r set state = 'carried_out', decided_by = administrator, decided_at = now()
    where r.brand_id = brand and r.id = request;
  perform set_config('tenant.context', context, true);
end $$;
revoke all on function tenant.carry_out_erasure(uuid) from public;
grant execute on function tenant.carry_out_erasure(uuid) to arcade_app;
