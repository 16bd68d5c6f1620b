-- Which database this is, wherever it is moved or restored. The folder or bucket of its files bears the same id, so that
-- no process keeps or looks for files in another one. Read and written by the owner alone.
create table tenant.installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  -- From then on a place for files that does not bear the id is not the right one.
  files_marked_at timestamptz
);
insert into tenant.installation default values;
