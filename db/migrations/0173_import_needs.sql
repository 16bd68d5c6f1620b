-- What was answered of families about which neither the file nor the catalogue says what their products ask for.
alter table imports add column needs jsonb not null default '{}' check (jsonb_typeof(needs) = 'object');
grant update (needs) on imports to arcade_app;
