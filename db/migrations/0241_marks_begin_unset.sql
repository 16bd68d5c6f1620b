-- Only a decision says that a problem is decided, only a sheet that a case has one (0217, 0220): the mark that comes with a new
-- row is believed by nobody, as its total is not (0142).
create function problem_has_no_decision_yet() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.is_decided := false;
  return new;
end $$;
create trigger decided_by_nobody_yet before insert on order_problems for each row
  when (new.is_decided) execute function problem_has_no_decision_yet();

create function order_has_no_sheet_yet() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.is_signed := false;
  return new;
end $$;
create trigger signed_by_nobody_yet before insert on orders for each row
  when (new.is_signed) execute function order_has_no_sheet_yet();

revoke all on function problem_has_no_decision_yet(), order_has_no_sheet_yet() from public;
