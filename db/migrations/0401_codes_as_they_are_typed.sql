-- "p9002" is typed for P-9002, "eb12" for EB-12 and "t261778" for T-26-1778: where letters and figures meet, and after the two of a year,
-- anything may stand. Not in "a2" or "p9", which half of all names and codes would fit.
create or replace function search_patterns(words text) returns text[]
language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp
return array(
  select '%' || regexp_replace(regexp_replace(regexp_replace(regexp_replace(word, '([\\%_])', '\\\1', 'g'),
    '^([a-z]{2,6})(\d{2})$', '\1%\2'),
    '^([a-z]{1,6})(\d{3}|\d{2}-)', '\1%\2'),
    '^([a-z]{1,6}%\d{2})(\d{3,})$', '\1%\2') || '%'
  from regexp_split_to_table(searchable(words), '\s+') as word where word <> '');
