-- Of cases from before: the doctor who entered them. Where a manager did, the prescriber is unknown.
do $$
declare
  laboratory uuid;
begin
  -- The screens show the same name as before.
  perform set_config('changes.quiet', 'on', true);
  for laboratory in select distinct brand_id from brand_hosts loop
    perform tenant.set_context(laboratory, null, null);
    update orders set prescriber_id = users.id,
        prescriber = concat_ws(' ', nullif(title, ''), nullif(first_name, ''), nullif(last_name, ''))
      from users
      where users.brand_id = laboratory and users.practice_id = orders.practice_id and users.id = orders.ordered_by
        and account_type = 'doctor' and not is_dlcpm and title || first_name || last_name <> ''
        and orders.brand_id = laboratory and orders.prescriber is null;
  end loop;
end $$;
alter table orders validate constraint orders__prescriber;
alter table orders validate constraint orders__prescriber_id;
