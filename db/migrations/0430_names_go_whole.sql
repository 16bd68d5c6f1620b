-- What a reviewer found of names that are erased, corrected and refused. See decision 0214, "A fourth found".

-- Of a case whose patient was put right: what people had written until then may hold the misread name, which may be somebody else's. It is kept
-- for nothing but being erased with the other one.
create table former_patient_names (
  brand_id uuid not null,
  order_id uuid not null,
  name text not null check (name <> ''),
  primary key (brand_id, order_id, name),
  foreign key (brand_id, order_id) references orders (brand_id, id) on delete cascade
);
call tenant.protect_by_brand('former_patient_names');
create policy not_for_practices on former_patient_names as restrictive for select
  using ((select tenant.audience()) in ('staff', 'laboratory'));
-- That there is one; which, nobody reads.
grant select (brand_id, order_id) on former_patient_names to arcade_app;

create or replace function tenant.put_entry_right(case_id uuid, whose jsonb)
returns void
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
  entry orders;
  doctor uuid;
  prescribed_by text;
begin
  if (tenant.audience() = 'staff' and exists (
    select from users u where u.brand_id = brand and u.id = tenant.user_id() and u.kind = 'staff'
      and u.role in ('administrator', 'production') and u.disabled_at is null)) is not true then
    raise exception 'who works on cases does this' using errcode = 'insufficient_privilege';
  end if;
  select * into entry from orders o
    where o.brand_id = brand and o.id = case_id and o.ordered_by is null and o.remake_of is null
      and o.status not in ('shipped', 'delivered', 'invoiced', 'cancelled')
    for no key update;
  if entry.id is null then
    raise exception 'this is not put right any more, or not here'
      using errcode = 'check_violation', constraint = 'orders__put_right', table = 'orders';
  end if;
  doctor := whose ->> 'prescriberId';
  if doctor is null then
    prescribed_by := whose ->> 'prescriber';
  -- Who prescribed it keeps the name of that day.
  elsif doctor = entry.prescriber_id then
    prescribed_by := entry.prescriber;
  else
    select concat_ws(' ', nullif(u.title, ''), nullif(u.first_name, ''), nullif(u.last_name, '')) into prescribed_by
      from users u where u.brand_id = brand and u.practice_id = entry.practice_id and u.id = doctor
        and (u.account_type = 'doctor' or is_dentist(u.title)) and not u.is_dlcpm
        and u.disabled_at is null and u.erased_at is null;
  end if;
  if prescribed_by is null then
    raise exception 'an order without a prescriber'
      using errcode = 'check_violation', constraint = 'orders__prescribed', table = 'orders';
  end if;
  if entry.patient is distinct from whose ->> 'patient' and entry.patient is not null then
    insert into former_patient_names (brand_id, order_id, name) values (brand, case_id, entry.patient)
      on conflict do nothing;
  end if;
  -- Its sheet names them: it is signed again.
  update orders o set patient_code = whose ->> 'patientCode', patient = whose ->> 'patient', prescriber_id = doctor,
      prescriber = prescribed_by, is_signed = false,
      -- The release before says none.
      practice_reference = case when whose ? 'practiceReference' then whose ->> 'practiceReference'
        else o.practice_reference end
    where o.brand_id = brand and o.id = case_id;
end $$;

-- How a patient is called in what people write: as it stands there; with all of the name, in whatever order, with accents or without; and after
-- a title by one part of it or several ("Mme Van der Berg"). Only whole words: who is called Sans Pareil takes no "sans" away, and Petit
-- neither "0,5 mm. Petit" nor "comme petit". Of initials nothing is taken: "A" stands in every other sentence. Texts are composed (NFC) first.
create or replace function patient_pattern(named text) returns text
language plpgsql immutable strict set search_path = pg_catalog, public, pg_temp as $$
declare
  letter constant text := '[0-9A-Za-zÀ-ÖØ-öø-ÿĀ-ž]';
  apart constant text := '[-\s\u00a0\u202f,.''’_/()\[\]:–—]{1,4}';
  joined constant text := '[-\s\u00a0\u202f,.''’_/]{1,4}';
  composed constant text := '[-\s\u00a0\u202f.''’_]{1,3}';
  title constant text := '(?:M|Mr|MR|Mme|MME|mme|Mlle|MLLE|mlle|Mrs|Ms|Miss|Monsieur|MONSIEUR|monsieur|Madame|MADAME|madame'
    || '|Mademoiselle|mademoiselle)(?:\.[\s\u00a0\u202f]{0,2}|[\s\u00a0\u202f]{1,2})';
  a constant text := '[aàáâãäåăąāAÀÁÂÃÄÅĂĄĀ]';
  e constant text := '[eèéêëěęėēEÈÉÊËĚĘĖĒ]';
  o constant text := '[oòóôõöøőōOÒÓÔÕÖØŐŌ]';
  s constant text := '[sśšşșSŚŠŞȘ]';
  word text;
  sign text;
  classes text;
  words text[] := '{}';
  parts text[] := '{}';
  ways text[];
  any_word text;
  longest integer := 0;
begin
  named := btrim(normalize(named, nfc));
  foreach word in array regexp_split_to_array(searchable(named), '[^[:alnum:]]+') loop
    continue when word = '';
    classes := '';
    foreach sign in array string_to_array(word, null) loop
      classes := classes || case sign
        when 'a' then a when 'c' then '[cçćčCÇĆČ]' when 'd' then '[dďđDĎĐ]'
        when 'e' then e when 'g' then '[gğGĞ]' when 'i' then '[iìíîïīIÌÍÎÏİĪ]' when 'l' then '[lłLŁ]' when 'n' then '[nñńňNÑŃŇ]'
        when 'o' then o when 'r' then '[rřRŘ]' when 's' then s when 't' then '[tťţțTŤŢȚ]'
        when 'u' then '[uùúûüűůūUÙÚÛÜŰŮŪ]' when 'y' then '[yýÿYÝŸ]' when 'z' then '[zźžżZŹŽŻ]'
        else '[' || sign || upper(sign) || ']' end;
    end loop;
    -- Letters that are two without their form: Lebœuf, Lætitia, Weiß.
    classes := replace(replace(replace(classes, o || e, '(?:' || o || e || '|[œŒ])'), a || e, '(?:' || a || e || '|[æÆ])'),
      s || s, '(?:' || s || s || '|ß)');
    words := words || classes;
    longest := greatest(longest, length(word));
    if length(word) > 2 then
      parts := parts || classes;
    end if;
  end loop;
  any_word := '(?:' || array_to_string(words, '|') || ')';
  if longest < 2 then
    return null;
  end if;
  ways := array[regexp_replace(regexp_replace(named, '([.*+?^${}()|[\]\\])', '\\\1', 'g'), '\s+', '\\s+', 'g')];
  -- Two or three in any order, each once: "Noël (NOËL Léa)" is a name and a name. Nobody has more than six; what else stands in the field is
  -- taken as it stands there.
  if cardinality(words) = 2 then
    ways := ways || (words[1] || apart || words[2]) || (words[2] || apart || words[1]);
  elsif cardinality(words) = 3 then
    ways := ways || array(
      select one || apart || two || apart || three
      from unnest(words) with ordinality as a (one, i), unnest(words) with ordinality as b (two, j),
        unnest(words) with ordinality as c (three, k)
      where i <> j and j <> k and i <> k);
  elsif cardinality(words) between 4 and 6 or parts <> '{}' and cardinality(words) = 1 then
    ways := ways || (any_word || '(?:' || joined || any_word || '){' || cardinality(words) - 1 || '}');
  end if;
  if parts <> '{}' and cardinality(words) between 2 and 6 then
    ways := ways || ('(?<=(?:^|[^0-9A-Za-zÀ-ÖØ-öø-ÿĀ-ž])' || title || ')(?:' || any_word || composed || '){0,5}(?:'
      || array_to_string(parts, '|') || ')(?:' || composed || any_word || '){0,5}');
  end if;
  return '(?<!' || letter || ')(?:' || array_to_string(ways, '|') || ')(?!' || letter || ')';
end $$;

-- What is written without what the pattern names; as it was where that is not in it.
create function struck(said text, pattern text) returns text
language sql immutable set search_path = pg_catalog, public, pg_temp
return case when normalize(said, nfc) ~ pattern then regexp_replace(normalize(said, nfc), pattern, '…', 'g') else said end;
revoke all on function struck(text, text) from public;

-- By all that a case was ever called; one that matches nothing where there is none.
create function patient_patterns(names text[]) returns text
language sql immutable set search_path = pg_catalog, public, pg_temp
return coalesce((select string_agg(patient_pattern(name), '|') from unnest(names) as name), '(?=a)b');
revoke all on function patient_patterns(text[]) from public;

create function patient_parts(names text[]) returns text[]
language sql immutable set search_path = pg_catalog, public, pg_temp
return array(
  select word from unnest(names) as name, regexp_split_to_table(searchable(name), '[^[:alnum:]]+') word where length(word) > 2);
revoke all on function patient_parts(text[]) from public;

-- Everything of a case but the case itself.
create function strike_names_around(brand uuid, case_id uuid, names text[]) returns void
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
        or exists (select from unnest(parts) part where position(part in searchable(a.name)) > 0));
  delete from former_patient_names f where f.brand_id = brand and f.order_id = case_id;
end $$;
revoke all on function strike_names_around(uuid, uuid, text[]) from public;

create function names_of_case(brand uuid, case_id uuid) returns text[]
language sql stable set search_path = pg_catalog, public, pg_temp
return array(
  select o.patient from orders o where o.brand_id = brand and o.id = case_id and o.patient is not null
  union select f.name from former_patient_names f where f.brand_id = brand and f.order_id = case_id);
revoke all on function names_of_case(uuid, uuid) from public;

create or replace function tenant.erase_patient_name(brand uuid, case_id uuid)
returns boolean
language plpgsql strict set search_path = pg_catalog, public, pg_temp as $$
declare
  names text[];
  pattern text;
  parts text[];
begin
  perform from orders o where o.brand_id = brand and o.id = case_id for update;
  names := names_of_case(brand, case_id);
  if names = '{}' then
    return false;
  end if;
  pattern := patient_patterns(names);
  parts := patient_parts(names);
  update orders o set patient = null,
      comment = struck(o.comment, pattern),
      hold_question = struck(o.hold_question, pattern),
      scan_platform = struck(o.scan_platform, pattern),
      scan_case = case when exists (select from unnest(parts) part where position(part in searchable(o.scan_case)) > 0)
        then '…' else struck(o.scan_case, pattern) end,
      practice_reference = case
        when exists (select from unnest(parts) part where position(part in searchable(o.practice_reference)) > 0)
        then '…' else struck(o.practice_reference, pattern) end,
      -- A letter with an accent comes into an address with somebody's name.
      scan_url = case when o.scan_url !~ pattern and o.scan_url !~* '%c[3-5]'
        and not exists (select from unnest(parts) part where position(part in searchable(o.scan_url)) > 0)
        then o.scan_url end
    where o.brand_id = brand and o.id = case_id;
  perform strike_names_around(brand, case_id, names);
  return true;
end $$;

-- Also of cases whose name was taken away by a correction: others had written it until then.
create or replace function tenant.remove_old_patient_names(most integer) returns integer
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
  before timestamptz;
  found_case uuid;
  removed integer := 0;
begin
  perform tenant.refuse_unless_laboratory();
  select now() - make_interval(months => b.patient_names_kept_months) into before from brands b where b.id = brand;
  for found_case in
    select o.id from orders o
      where o.brand_id = brand and o.patient is not null and o.status in ('delivered', 'invoiced', 'cancelled')
        and o.created_at < before
      limit most for update skip locked
  loop
    perform tenant.erase_patient_name(brand, found_case);
    removed := removed + 1;
  end loop;
  for found_case in
    select o.id from orders o
      where o.brand_id = brand and o.patient is null and o.status in ('delivered', 'invoiced', 'cancelled')
        and o.created_at < before
        and o.id in (select f.order_id from former_patient_names f where f.brand_id = brand)
      limit greatest(most - removed, 0) for update skip locked
  loop
    perform tenant.erase_patient_name(brand, found_case);
    removed := removed + 1;
  end loop;
  return removed;
end $$;

-- What the laboratory has entered and refuses itself may have been another practice's. What it was called goes from all that was written about
-- it as well; a driver's photo of a visit stays, it shows a door. What was imported has been the practice's all along.
drop trigger withdrawn on orders;
create or replace function order_is_withdrawn() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new.hold_question := null;
  new.patient := null;
  new.comment := null;
  new.scan_platform := null;
  new.scan_case := null;
  new.scan_url := null;
  new.practice_reference := null;
  return new;
end $$;
create trigger withdrawn before update of status on orders for each row
  when (new.status = 'cancelled' and old.status <> 'cancelled' and new.ordered_by is null and new.remake_of is null
    and new.import_id is null and tenant.audience() = 'staff')
  execute function order_is_withdrawn();

create function order_was_withdrawn() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update order_products p set note = null where p.brand_id = new.brand_id and p.order_id = new.id and p.note is not null;
  perform strike_names_around(new.brand_id, new.id, array(
    select old.patient where old.patient is not null
    union select f.name from former_patient_names f where f.brand_id = new.brand_id and f.order_id = new.id));
  update attachments a set state = 'removed'
    where a.brand_id = new.brand_id and a.order_id = new.id and a.of_laboratory and a.hand_over_id is null
      and a.state <> 'removed';
  return null;
end $$;
revoke all on function order_was_withdrawn() from public;
create trigger was_withdrawn after update of status on orders for each row
  when (new.status = 'cancelled' and old.status <> 'cancelled' and new.ordered_by is null and new.remake_of is null
    and new.import_id is null and tenant.audience() = 'staff')
  execute function order_was_withdrawn();

-- An arch that was not ordered is more, as a tooth is.
create or replace function order_product_can_change() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tenant.audience() = 'practice' and not exists (
      select from orders o where o.brand_id = new.brand_id and o.id = new.order_id
        and coalesce(o.held_from, o.status) in ('registered', 'in_preparation')) then
    raise exception 'a case does not change any more'
      using errcode = 'check_violation', constraint = 'orders__can_change', table = 'order_products';
  end if;
  if tenant.audience() = 'practice'
      and (new.quantity > old.quantity or not new.teeth::smallint[] <@ old.teeth::smallint[]
        or new.sector is not null and new.sector is distinct from old.sector
          and (old.sector is null or old.sector not in ('both', 'archs')))
      and (old.own_price_cents = 0 or old.own_price_cents is null and exists (
        select from orders o where o.brand_id = new.brand_id and o.id = new.order_id and o.remake_of is not null)) then
    raise exception 'more than is made for nothing is asked for'
      using errcode = 'check_violation', constraint = 'order_products__for_nothing', table = 'order_products';
  end if;
  return new;
end $$;
