-- A kept answer says by ids what it is about, so that an erasure looks through those of its case alone: among all of a busy laboratory it
-- took longer than a statement may. See migration 0483.

-- What the request and its answer name. Null where the release before has kept it: nobody knows what it is about.
alter table idempotency_keys add column about uuid[];

-- The same, one a row. Array operators may not search an index beside row-level security.
create table kept_answer_subjects (
  brand_id uuid not null,
  subject_id uuid not null,
  maker_id uuid not null,
  route text not null,
  key text not null,
  primary key (brand_id, maker_id, route, key, subject_id),
  foreign key (brand_id, maker_id, route, key) references idempotency_keys (brand_id, maker_id, route, key) on delete cascade
);
create index kept_answer_subjects__subject on kept_answer_subjects (brand_id, subject_id);
alter table kept_answer_subjects enable row level security;
alter table kept_answer_subjects force row level security;
create policy of_brand on kept_answer_subjects using (brand_id = (select tenant.brand_id()));

create function note_what_is_named() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into kept_answer_subjects (brand_id, subject_id, maker_id, route, key)
    select distinct new.brand_id, subject, new.maker_id, new.route, new.key from unnest(new.about) subject;
  return null;
end $$;
revoke all on function note_what_is_named() from public;
create trigger what_is_named after insert on idempotency_keys for each row when (new.about is not null)
  execute function note_what_is_named();

-- An answer names its case, or what was written in it and the files, by the ids they have. The expression is tried only where the letters
-- of a name are; a name after a line break has "n" before it there, so letters are compared, not words.
create function strike_kept_answers(brand uuid, case_id uuid, names text[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  pattern text := patient_patterns(names);
  -- Of a name that has only short words, those.
  parts text[] := patient_parts(names) || array(
    select word from unnest(names) name, regexp_split_to_table(plain_letters(name), '[^[:alnum:]]+') word
    where word <> '' and patient_parts(array[name]) = '{}' and not names_nobody(name));
  subjects uuid[];
begin
  if parts = '{}' then
    return;
  end if;
  subjects := array(
    select case_id
    union all select m.id from order_messages m where m.brand_id = brand and m.order_id = case_id
    union all select p.id from order_problems p where p.brand_id = brand and p.order_id = case_id
    union all select r.id from order_requests r where r.brand_id = brand and r.order_id = case_id
    union all select a.id from attachments a where a.brand_id = brand and a.order_id = case_id);
  update idempotency_keys k set body = struck_json(k.body::jsonb, pattern)::text
    from (
      select s.maker_id, s.route, s.key from kept_answer_subjects s where s.brand_id = brand and s.subject_id = any(subjects)
      union
      select old.maker_id, old.route, old.key from idempotency_keys old where old.brand_id = brand and old.about is null) kept
    where k.brand_id = brand and k.maker_id = kept.maker_id and k.route = kept.route and k.key = kept.key
      and k.body like '{%' and exists (select from unnest(parts) part where position(part in plain_letters(k.body)) > 0);
end $$;
revoke all on function strike_kept_answers(uuid, uuid, text[]) from public;

-- With the rest of the case's words: the names are those that it has once it is held, whoever erases them.
create or replace function strike_names_around(brand uuid, case_id uuid, names text[]) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  pattern text := patient_patterns(names);
  parts text[] := patient_parts(names);
begin
  update order_events e set note = struck(e.note, pattern), note_fr = struck(e.note_fr, pattern),
      note_en = struck(e.note_en, pattern), absence_note = struck(e.absence_note, pattern)
    where e.brand_id = brand and e.order_id = case_id
      and normalize(concat_ws(' ', e.note, e.note_fr, e.note_en, e.absence_note), nfc) ~ pattern;
  update order_products p set note = struck(p.note, pattern)
    where p.brand_id = brand and p.order_id = case_id and normalize(p.note, nfc) ~ pattern;
  update order_messages m set body = struck(m.body, pattern)
    where m.brand_id = brand and m.order_id = case_id and normalize(m.body, nfc) ~ pattern;
  update order_problems p set description = struck(p.description, pattern), answer = struck(p.answer, pattern)
    where p.brand_id = brand and p.order_id = case_id
      and normalize(concat_ws(' ', p.description, p.answer), nfc) ~ pattern;
  update complaint_decisions d set note = struck(d.note, pattern)
    from order_problems p
    where p.brand_id = brand and p.order_id = case_id
      and d.brand_id = brand and d.problem_id = p.id and normalize(d.note, nfc) ~ pattern;
  update release_checks c set note = struck(c.note, pattern)
    where c.brand_id = brand and c.order_id = case_id and normalize(c.note, nfc) ~ pattern;
  update order_requests r set words = struck(r.words, pattern), answer = struck(r.answer, pattern),
      change = case when r.change ->> 'comment' is null then r.change
        else jsonb_set(r.change, '{comment}', to_jsonb(struck(r.change ->> 'comment', pattern))) end
    where r.brand_id = brand and r.order_id = case_id
      and normalize(concat_ws(' ', r.words, r.answer, r.change ->> 'comment'), nfc) ~ pattern;
  -- Files are called by a part of it too.
  update attachments a set name = left(a.id::text, 8) || '.' || a.type
    where a.brand_id = brand and a.order_id = case_id and a.type is not null
      and (normalize(a.name, nfc) ~ pattern
        or exists (select from unnest(parts) part where position(part in plain_letters(a.name)) > 0));
  delete from former_patient_names f where f.brand_id = brand and f.order_id = case_id;
  perform strike_kept_answers(brand, case_id, names);
end $$;

create or replace function tenant.erase_patient(case_id uuid) returns boolean
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant.refuse_unless_administrator();
  return tenant.erase_patient_name(tenant.brand_id(), case_id);
end $$;

create or replace function order_was_withdrawn() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  names text[] := array(
    select old.patient where old.patient is not null
    union select f.name from former_patient_names f where f.brand_id = new.brand_id and f.order_id = new.id);
begin
  update order_products p set note = null where p.brand_id = new.brand_id and p.order_id = new.id and p.note is not null;
  perform strike_names_around(new.brand_id, new.id, names);
  if names <> '{}' then
    insert into audit_events (brand_id, kind, request_id, order_id) values (new.brand_id, 'patient_name_erased', 'refused', new.id);
  end if;
  update attachments a set state = 'removed'
    where a.brand_id = new.brand_id and a.order_id = new.id and a.of_laboratory and a.hand_over_id is null
      and a.state <> 'removed';
  return null;
end $$;
