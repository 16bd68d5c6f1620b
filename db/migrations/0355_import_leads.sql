-- What was answered about the working days of a file's products where no column says them, by family (0158).
alter table imports add column leads jsonb not null default '{}' check (jsonb_typeof(leads) = 'object');
grant update (leads) on imports to arcade_app;
