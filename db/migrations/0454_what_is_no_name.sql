-- What somebody has written in the field in place of a name names nobody: erased as a name, it took "patient" out of everything that was written of
-- a case. See decision 0214.

-- Whole fields, and few: what is not here is erased.
create function names_nobody(named text) returns boolean
language sql immutable set search_path = pg_catalog, public, pg_temp
return btrim(regexp_replace(plain_letters(named), '[-\s\u00a0\u202f0-9.,;:!?…()\[\]/_+*#°"''’–—]+', ' ', 'g')) in (
  'patient', 'patiente', 'patient inconnu', 'patiente inconnue', 'inconnu', 'inconnue', 'nom inconnu', 'illisible', 'nom illisible',
  'anonyme', 'sans nom', 'voir bon', 'voir le bon', 'voir fiche', 'voir la fiche', 'test', 'essai',
  'unknown', 'unknown patient', 'patient unknown', 'illegible', 'unreadable', 'anonymous', 'no name', 'see slip', 'see the slip');
revoke all on function names_nobody(text) from public;

create or replace function patient_patterns(names text[]) returns text
language sql immutable set search_path = pg_catalog, public, pg_temp
return coalesce((select string_agg(patient_pattern(name), '|') from unnest(names) as name where not names_nobody(name)), '(?=a)b');

create or replace function patient_parts(names text[]) returns text[]
language sql immutable set search_path = pg_catalog, public, pg_temp
return array(
  select word from unnest(names) as name, regexp_split_to_table(plain_letters(name), '[^[:alnum:]]+') word
  where length(word) > 2 and not names_nobody(name));
