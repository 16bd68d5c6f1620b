-- A title that is a dentist's as a whole: with what else stands in titles, and nothing else. "Assistante du Dr Petit" prescribes nothing.
create or replace function is_dentist(title text) returns boolean language sql immutable parallel safe set search_path = pg_catalog, pg_temp
return title ~* '\m(drs?|dre|docteure?|doctor|pr|prof|professeure?|professor)\M'
  and title ~* '^[[:space:]]*((drs?|dre|docteure?|doctor|pr|prof|professeure?|professor|m|mr|mme|mlle|mrs|ms|miss|mx|monsieur|madame|mademoiselle|le|la|les|the|et|and)\M[.,/&[:space:]]*)+$';
