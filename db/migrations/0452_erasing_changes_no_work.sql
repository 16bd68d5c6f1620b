-- A name that is erased takes nothing of the work along, also where a correction has taken it off the case already: that it is erased is said, and
-- not guessed from the patient.

drop trigger said_otherwise on orders;
create trigger said_otherwise before update of comment on orders for each row
  when (new.comment is distinct from old.comment and coalesce(current_setting('names.erasing', true), '') <> 'on'
    and new.status in ('in_preparation', 'in_production', 'on_hold'))
  execute function order_is_said_otherwise();

create or replace function tenant.erase_patient_name(brand uuid, case_id uuid)
returns boolean
language plpgsql strict set search_path = pg_catalog, public, pg_temp as $$
declare
  names text[];
  pattern text;
  parts text[];
begin
  perform from orders o where o.brand_id = brand and o.id = case_id for update;
  names := names_of_case(brand, case_id);
  if names = '{}' then
    return false;
  end if;
  pattern := patient_patterns(names);
  parts := patient_parts(names);
  perform set_config('names.erasing', 'on', true);
  update orders o set patient = null,
      comment = struck(o.comment, pattern),
      hold_question = struck(o.hold_question, pattern),
      scan_platform = struck(o.scan_platform, pattern),
      scan_case = case when exists (select from unnest(parts) part where position(part in searchable(o.scan_case)) > 0)
        then '…' else struck(o.scan_case, pattern) end,
      practice_reference = case
        when exists (select from unnest(parts) part where position(part in searchable(o.practice_reference)) > 0)
        then '…' else struck(o.practice_reference, pattern) end,
      -- A letter with an accent comes into an address with somebody's name.
      scan_url = case when o.scan_url !~ pattern and o.scan_url !~* '%c[3-5]'
        and not exists (select from unnest(parts) part where position(part in searchable(o.scan_url)) > 0)
        then o.scan_url end
    where o.brand_id = brand and o.id = case_id;
  perform set_config('names.erasing', '', true);
  perform strike_names_around(brand, case_id, names);
  return true;
end $$;
