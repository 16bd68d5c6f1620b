-- What was answered about products of a file that are called as others of the catalogue (0133).
alter table imports add column names jsonb not null default '{}' check (jsonb_typeof(names) = 'object');
grant update (names) on imports to arcade_app;
