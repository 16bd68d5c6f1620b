-- Who works through the queue has a role of its own, arcade_jobs: it reads no table of a laboratory, and opens one as
-- arcade_app, by a job's seal, like every other process.
--
-- The runtime role asks for jobs, and no more. What it was granted in 0012 stays until a later release takes it away, so
-- that the one before runs on: policies leave nothing for it there. Its workers find no jobs then, and theirs wait.

grant usage on schema pgboss to arcade_jobs;
grant execute on function pgboss.job_now() to arcade_jobs;
grant select on pgboss.version, pgboss.queue, pgboss.job, pgboss.job_common, pgboss.job_dependency to arcade_jobs;
grant insert, update, delete on pgboss.job, pgboss.job_common to arcade_jobs;
grant delete on pgboss.job_dependency to arcade_jobs;
grant update (deferred_count, queued_count, ready_count, active_count, failed_count, total_count, ready_history,
  singletons_active, created_delta, completed_delta, failed_delta, delta_on, delta_seconds, monitor_claim_on, monitor_on,
  maintain_on) on pgboss.queue to arcade_jobs;
grant update (flow_on, monitor_backoff_on) on pgboss.version to arcade_jobs;

alter table pgboss.version enable row level security;
alter table pgboss.queue enable row level security;
alter table pgboss.job enable row level security;
alter table pgboss.job_common enable row level security;
alter table pgboss.job_dependency enable row level security;

create policy of_workers on pgboss.version to arcade_jobs using (true);
create policy of_workers on pgboss.queue to arcade_jobs using (true);
create policy of_workers on pgboss.job to arcade_jobs using (true);
create policy of_workers on pgboss.job_common to arcade_jobs using (true);
create policy of_workers on pgboss.job_dependency to arcade_jobs using (true);

-- How a queue tries again is copied into each job.
create policy read_by_asker on pgboss.version for select to arcade_app using (true);
create policy read_by_asker on pgboss.queue for select to arcade_app using (true);

-- Only what no worker has touched, and never among those given up, whose seals would be good there. Its number is told to
-- the transaction that has asked for it (pg-boss: RETURNING id), which alone lives in that moment.
create policy ask on pgboss.job for insert to arcade_app
  with check (state = 'created' and retry_count = 0 and source_id is null and name !~ '_given_up$');
create policy ask on pgboss.job_common for insert to arcade_app
  with check (state = 'created' and retry_count = 0 and source_id is null and name !~ '_given_up$');
create policy told on pgboss.job for select to arcade_app using (created_on = now());
create policy told on pgboss.job_common for select to arcade_app using (created_on = now());
