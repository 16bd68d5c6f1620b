-- Whether a run moves: when each of its practices was done. Of those from before, nobody knows.
alter table billing_run_practices add column done_at timestamptz;

create function run_practice_done() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.done_at := now();
  return new;
end $$;
revoke all on function run_practice_done() from public;
create trigger done before update on billing_run_practices for each row
  when (old.state = 'waiting' and new.state = 'done') execute function run_practice_done();
