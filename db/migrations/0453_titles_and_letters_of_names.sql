-- More ways of writing a name in which it stayed: titles in small or other letters, letters that are no letter with a sign (Wałęsa, Søren, Weiß),
-- names of many words, accents apart from their letter in an address.

-- As somebody types a name who has none of its letters.
create function plain_letters(words text) returns text
language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp
return translate(replace(searchable(words), 'ß', 'ss'), 'łøđı', 'lodi');
revoke all on function plain_letters(text) from public;

create or replace function patient_pattern(named text) returns text
language plpgsql immutable strict set search_path = pg_catalog, public, pg_temp as $$
declare
  letter constant text := '[0-9A-Za-zÀ-ÖØ-öø-ÿĀ-ɏ]';
  space constant text := '[\s\u00a0\u202f]';
  apart constant text := '[-\s\u00a0\u202f,.''’_/()\[\]:–—]{1,4}';
  joined constant text := '[-\s\u00a0\u202f,.''’_/]{1,4}';
  composed constant text := '[-\s\u00a0\u202f.''’_]{1,3}';
  begins constant text := '(?:^|[^0-9A-Za-zÀ-ÖØ-öø-ÿĀ-ɏ])';
  titles constant text := '(?:Mr|MR|mr|Mme|MME|mme|[Mm]lle|MLLE|[Mm]elle|MELLE|[Mm]le|Mrs|MRS|mrs|Ms|Miss|MISS|Monsieur|MONSIEUR|monsieur'
    || '|Madame|MADAME|madame|Mademoiselle|mademoiselle)';
  capital constant text := '[A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĪİŁŃŇŌŐŒŘŚŞŠŤŢŪŮŰŹŻŽŸȘȚ]';
  -- M alone is mesial as well ("face M petit contact").
  titled constant text := '(?:(?<=' || begins || '(?:' || titles || '(?:\.|' || space || ')|M\.)' || space || '{0,2})'
    || '|(?<=' || begins || 'M' || space || '{1,2})(?=' || capital || '))';
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
  foreach word in array regexp_split_to_array(plain_letters(named), '[^[:alnum:]]+') loop
    continue when word = '';
    classes := '';
    foreach sign in array string_to_array(word, null) loop
      classes := classes || case sign
        when 'a' then a when 'c' then '[cçćčCÇĆČ]' when 'd' then '[dďđDĎĐ]'
        when 'e' then e when 'g' then '[gğGĞ]' when 'i' then '[iıìíîïīIÌÍÎÏİĪ]' when 'l' then '[lłLŁ]' when 'n' then '[nñńňNÑŃŇ]'
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
  if parts <> '{}' and cardinality(words) > 1 then
    ways := ways || (titled || '(?:' || any_word || composed || '){0,5}(?:'
      || array_to_string(parts, '|') || ')(?:' || composed || any_word || '){0,5}');
  end if;
  return '(?<!' || letter || ')(?:' || array_to_string(ways, '|') || ')(?!' || letter || ')';
end $$;

create or replace function patient_parts(names text[]) returns text[]
language sql immutable set search_path = pg_catalog, public, pg_temp
return array(
  select word from unnest(names) as name, regexp_split_to_table(plain_letters(name), '[^[:alnum:]]+') word where length(word) > 2);

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
end $$;

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
  perform set_config('names.erasing', 'on', true);
  update orders o set patient = null,
      comment = struck(o.comment, pattern),
      hold_question = struck(o.hold_question, pattern),
      scan_platform = struck(o.scan_platform, pattern),
      scan_case = case when exists (select from unnest(parts) part where position(part in plain_letters(o.scan_case)) > 0)
        then '…' else struck(o.scan_case, pattern) end,
      practice_reference = case
        when exists (select from unnest(parts) part where position(part in plain_letters(o.practice_reference)) > 0)
        then '…' else struck(o.practice_reference, pattern) end,
      -- A letter with an accent comes into an address with somebody's name.
      scan_url = case when o.scan_url !~ pattern and o.scan_url !~* '%c[3-8c]'
        and not exists (select from unnest(parts) part where position(part in plain_letters(o.scan_url)) > 0)
        then o.scan_url end
    where o.brand_id = brand and o.id = case_id;
  perform set_config('names.erasing', '', true);
  perform strike_names_around(brand, case_id, names);
  return true;
end $$;
