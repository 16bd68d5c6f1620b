-- A manager decides who sees the absences and invoices of the practice: nobody is one who sees neither.
do $$
declare
  brand uuid;
begin
  for brand in select id from brands loop
    perform tenant.set_context(brand, null, null);
    update users set is_practice_doctor = false
      where brand_id = brand and account_type = 'manager' and is_practice_doctor;
  end loop;
  perform set_config('tenant.context', '', true);
end $$;
alter table users add constraint users__manager_sees_all
  check (account_type is distinct from 'manager' or not is_practice_doctor) not valid;
