-- What a reviewer found of corrections and of what is asked for meanwhile. See decision 0214.

-- A correction of a name changes the name. What others have written, what was decided and checked, and where the scan lies is theirs:
-- it is erased by who erases, not by who corrects.
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
  -- Its sheet names them: it is signed again.
  update orders o set patient_code = whose ->> 'patientCode', patient = whose ->> 'patient', prescriber_id = doctor,
      prescriber = prescribed_by, is_signed = false
    where o.brand_id = brand and o.id = case_id;
end $$;

-- What the laboratory has entered and refuses itself may have been another practice's: of the patient only the code stays with this one, and
-- the slip goes as well.
create function order_is_withdrawn() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new.patient := null;
  new.comment := null;
  new.scan_platform := null;
  new.scan_case := null;
  new.scan_url := null;
  new.practice_reference := null;
  update order_products p set note = null where p.brand_id = new.brand_id and p.order_id = new.id and p.note is not null;
  update attachments a set state = 'removed'
    where a.brand_id = new.brand_id and a.order_id = new.id and a.of_laboratory and a.state <> 'removed';
  return new;
end $$;
revoke all on function order_is_withdrawn() from public;
create trigger withdrawn before update of status on orders for each row
  when (new.status = 'cancelled' and old.status <> 'cancelled' and new.ordered_by is null and new.remake_of is null
    and tenant.audience() = 'staff')
  execute function order_is_withdrawn();

-- A sheet says what is made. Where that is changed after the signature, the case waits for another one, which the practice does not see before
-- it is signed.
create function order_is_to_sign_again() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  quiet text := current_setting('changes.quiet', true);
begin
  perform set_config('changes.quiet', 'on', true);
  update orders o set is_signed = false where o.brand_id = new.brand_id and o.id = new.order_id and o.is_signed;
  perform set_config('changes.quiet', coalesce(quiet, ''), true);
  return null;
end $$;
revoke all on function order_is_to_sign_again() from public;
create trigger to_sign_again after update of quantity, shade, complementary_shade, teeth, pontics, sector on order_products
  for each row when ((old.quantity, old.shade, old.complementary_shade, old.teeth, old.pontics, old.sector)
    is distinct from (new.quantity, new.shade, new.complementary_shade, new.teeth, new.pontics, new.sector))
  execute function order_is_to_sign_again();

-- What the practice says of the work as a whole is prescribed as well: whoever has checked it has checked it against other words.
create function order_is_said_otherwise() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update order_products p set changed_at = clock_timestamp() where p.brand_id = new.brand_id and p.order_id = new.id;
  new.is_signed := false;
  return new;
end $$;
revoke all on function order_is_said_otherwise() from public;
create trigger said_otherwise before update of comment on orders for each row
  -- A name that is erased takes nothing of the work along.
  when (new.comment is distinct from old.comment and (new.patient is not null or old.patient is null)
    and new.status in ('in_preparation', 'in_production', 'on_hold'))
  execute function order_is_said_otherwise();

-- What the laboratory writes on a timeline uses up nothing of what its practice may say in a day: a practice sees its own people alone.
create or replace function order_events_keep_pace() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  said_at timestamptz[];
begin
  if tenant.audience() = 'practice' and new.sequence > 50 then
    select array_agg(e.at order by e.sequence desc) into said_at
      from order_events e join users u on u.brand_id = e.brand_id and u.id = e.author_id
      where e.brand_id = new.brand_id and e.order_id = new.order_id and u.practice_id is not null;
    if cardinality(said_at) >= 1000 or said_at[50] > now() - interval '1 day' then
      raise exception 'a practice has said more of a case than anybody does in a day'
        using errcode = 'check_violation', constraint = 'order_events__pace', table = 'order_events';
    end if;
  end if;
  return new;
end $$;

-- How a patient is called in what people write: as it stands there; with all of the name, in whatever order, with accents or without; and by a
-- part of it after a title. Only whole words: who is called Sans Pareil takes no "sans" away, and Petit no "Petit budget".
create function patient_pattern(named text) returns text
language plpgsql immutable strict set search_path = pg_catalog, public, pg_temp as $$
declare
  letter constant text := '[0-9A-Za-zÀ-ÖØ-öø-ÿĀ-ž]';
  word text;
  sign text;
  classes text;
  words text[] := '{}';
  parts text[] := '{}';
  ways text[];
begin
  if named !~ '[[:alnum:]]' then
    return null;
  end if;
  ways := array[regexp_replace(regexp_replace(btrim(named), '([.*+?^${}()|[\]\\])', '\\\1', 'g'), '\s+', '\\s+', 'g')];
  foreach word in array regexp_split_to_array(searchable(btrim(named)), '[^[:alnum:]]+') loop
    continue when word = '';
    classes := '';
    foreach sign in array string_to_array(word, null) loop
      classes := classes || case sign
        when 'a' then '[aàáâãäåăąāAÀÁÂÃÄÅĂĄĀ]' when 'c' then '[cçćčCÇĆČ]' when 'd' then '[dďDĎ]'
        when 'e' then '[eèéêëěęėēEÈÉÊËĚĘĖĒ]' when 'g' then '[gğGĞ]' when 'i' then '[iìíîïīIÌÍÎÏİĪ]' when 'n' then '[nñńňNÑŃŇ]'
        when 'o' then '[oòóôõöøőōOÒÓÔÕÖØŐŌ]' when 'r' then '[rřRŘ]' when 's' then '[sśšşșSŚŠŞȘ]' when 't' then '[tťţțTŤŢȚ]'
        when 'u' then '[uùúûüűůūUÙÚÛÜŰŮŪ]' when 'y' then '[yýÿYÝŸ]' when 'z' then '[zźžżZŹŽŻ]'
        else '[' || sign || upper(sign) || ']' end;
    end loop;
    words := words || classes;
    if length(word) > 2 then
      parts := parts || classes;
    end if;
  end loop;
  -- Nobody has as many names; what else stands in the field is taken as it stands there.
  if cardinality(words) between 1 and 6 then
    ways := ways || ('(?:' || array_to_string(words, '|') || ')(?:[-\s\u00a0\u202f,.''’_/]{1,4}(?:' || array_to_string(words, '|') || ')){'
      || cardinality(words) - 1 || '}');
  end if;
  if cardinality(words) between 2 and 6 and parts <> '{}' then
    ways := ways || ('(?<=(?:M\.|Mr\.?|Mme|Mlle|Mrs\.?|Ms\.?|Miss|Monsieur|Madame|Mademoiselle)[\s\u00a0\u202f])(?:'
      || array_to_string(parts, '|') || ')');
  end if;
  return '(?i)(?<!' || letter || ')(?:' || array_to_string(ways, '|') || ')(?!' || letter || ')';
end $$;
revoke all on function patient_pattern(text) from public;

create or replace function tenant.erase_patient_name(brand uuid, case_id uuid)
returns boolean
language plpgsql strict set search_path = pg_catalog, public, pg_temp as $$
declare
  named text;
  pattern text;
  parts text[];
begin
  select o.patient into named from orders o where o.brand_id = brand and o.id = case_id and o.patient is not null for update;
  if not found then
    return false;
  end if;
  pattern := coalesce(patient_pattern(named), '(?=a)b');
  parts := array(select word from regexp_split_to_table(searchable(named), '[^[:alnum:]]+') word where length(word) > 2);
  update orders o set patient = null,
      comment = regexp_replace(o.comment, pattern, '…', 'g'),
      hold_question = regexp_replace(o.hold_question, pattern, '…', 'g'),
      scan_platform = regexp_replace(o.scan_platform, pattern, '…', 'g'),
      scan_case = case when exists (select from unnest(parts) part where position(part in searchable(o.scan_case)) > 0)
        then '…' else regexp_replace(o.scan_case, pattern, '…', 'g') end,
      practice_reference = case
        when exists (select from unnest(parts) part where position(part in searchable(o.practice_reference)) > 0)
        then '…' else regexp_replace(o.practice_reference, pattern, '…', 'g') end,
      -- A letter with an accent comes into an address with somebody's name.
      scan_url = case when o.scan_url !~ pattern and o.scan_url !~* '%c[3-5]'
        and not exists (select from unnest(parts) part where position(part in searchable(o.scan_url)) > 0)
        then o.scan_url end
    where o.brand_id = brand and o.id = case_id;
  update order_events e set note = regexp_replace(e.note, pattern, '…', 'g'),
      note_fr = regexp_replace(e.note_fr, pattern, '…', 'g'),
      note_en = regexp_replace(e.note_en, pattern, '…', 'g'),
      absence_note = regexp_replace(e.absence_note, pattern, '…', 'g')
    where e.brand_id = brand and e.order_id = case_id
      and (e.note ~ pattern or e.note_fr ~ pattern or e.note_en ~ pattern or e.absence_note ~ pattern);
  update order_products p set note = regexp_replace(p.note, pattern, '…', 'g')
    where p.brand_id = brand and p.order_id = case_id and p.note ~ pattern;
  update order_messages m set body = regexp_replace(m.body, pattern, '…', 'g')
    where m.brand_id = brand and m.order_id = case_id and m.body ~ pattern;
  update order_problems p set description = regexp_replace(p.description, pattern, '…', 'g'),
      answer = regexp_replace(p.answer, pattern, '…', 'g')
    where p.brand_id = brand and p.order_id = case_id and (p.description ~ pattern or p.answer ~ pattern);
  update complaint_decisions d set note = regexp_replace(d.note, pattern, '…', 'g')
    from order_problems p
    where p.brand_id = brand and p.order_id = case_id
      and d.brand_id = brand and d.problem_id = p.id and d.note ~ pattern;
  update release_checks c set note = regexp_replace(c.note, pattern, '…', 'g')
    where c.brand_id = brand and c.order_id = case_id and c.note ~ pattern;
  update order_requests r set words = regexp_replace(r.words, pattern, '…', 'g'),
      answer = regexp_replace(r.answer, pattern, '…', 'g'),
      change = case when r.change ->> 'comment' ~ pattern
        then jsonb_set(r.change, '{comment}', to_jsonb(regexp_replace(r.change ->> 'comment', pattern, '…', 'g')))
        else r.change end
    where r.brand_id = brand and r.order_id = case_id
      and (r.words ~ pattern or r.answer ~ pattern or r.change ->> 'comment' ~ pattern);
  -- Files are called by a part of it too.
  update attachments a set name = left(a.id::text, 8) || '.' || a.type
    where a.brand_id = brand and a.order_id = case_id and a.type is not null
      and (a.name ~ pattern or exists (select from unnest(parts) part where position(part in searchable(a.name)) > 0));
  return true;
end $$;
