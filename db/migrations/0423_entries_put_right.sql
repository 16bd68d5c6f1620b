-- What the laboratory has read wrongly of a slip it puts right: whose work it is, and who prescribed it. What a practice has
-- ordered itself is its own, and what has left or is signed stays as it was.
create function tenant.put_entry_right(case_id uuid, whose jsonb)
returns void
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
  entry orders;
  doctor uuid;
  prescribed_by text;
begin
  if (tenant.audience() = 'staff' and exists (
    select from users u where u.brand_id = brand and u.id = tenant.user_id() and u.kind = 'staff'
      and u.role in ('administrator', 'production') and u.disabled_at is null)) is not true then
    raise exception 'who works on cases does this' using errcode = 'insufficient_privilege';
  end if;
  select * into entry from orders o
    where o.brand_id = brand and o.id = case_id and o.ordered_by is null and o.remake_of is null and not o.is_signed
      and o.status not in ('shipped', 'delivered', 'invoiced', 'cancelled')
    for no key update;
  if entry.id is null then
    raise exception 'this is not put right any more, or not here'
      using errcode = 'check_violation', constraint = 'orders__put_right', table = 'orders';
  end if;
  doctor := whose ->> 'prescriberId';
  if doctor is null then
    prescribed_by := whose ->> 'prescriber';
  -- Who prescribed it keeps the name of that day.
  elsif doctor = entry.prescriber_id then
    prescribed_by := entry.prescriber;
  else
    select concat_ws(' ', nullif(u.title, ''), nullif(u.first_name, ''), nullif(u.last_name, '')) into prescribed_by
      from users u where u.brand_id = brand and u.practice_id = entry.practice_id and u.id = doctor
        and (u.account_type = 'doctor' or is_dentist(u.title)) and not u.is_dlcpm;
  end if;
  if prescribed_by is null then
    raise exception 'an order without a prescriber'
      using errcode = 'check_violation', constraint = 'orders__prescribed', table = 'orders';
  end if;
  -- What was misread may be somebody else's name: it goes from the words of the case as well, as when it is erased.
  if entry.patient is distinct from whose ->> 'patient' then
    perform tenant.erase_patient_name(brand, case_id);
  end if;
  update orders o set patient_code = whose ->> 'patientCode', patient = whose ->> 'patient', prescriber_id = doctor,
      prescriber = prescribed_by
    where o.brand_id = brand and o.id = case_id;
end $$;
revoke all on function tenant.put_entry_right(uuid, jsonb) from public;
grant execute on function tenant.put_entry_right(uuid, jsonb) to arcade_app;
