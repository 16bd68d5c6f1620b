-- When this database was last backed up, so that every process can tell the operator that it has not been for too long.
alter table tenant.installation
  -- Of a database that is older than this line, when it first had it.
  add column begun_at timestamptz not null default now(),
  -- As of when the rows of the last complete backup are.
  add column backed_up_at timestamptz,
  -- How many files that its rows name it lacks, or has otherwise than they were made.
  add column backup_lacks integer not null default 0 check (backup_lacks >= 0);

grant select (begun_at, backed_up_at, backup_lacks) on tenant.installation to arcade_app;
