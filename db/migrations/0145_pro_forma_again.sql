-- A pro forma that is submitted again waits for the practice as it did the first time, and is told like then.
create function tell_of_pro_forma_again() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into notices (brand_id, practice_id, user_id, kind, invoice_id)
    select new.brand_id, new.practice_id, u.id, 'invoice', new.id
    from users u
    left join notice_choices c on c.brand_id = u.brand_id and c.user_id = u.id and c.kind = 'invoice'
    where u.brand_id = new.brand_id and u.practice_id = new.practice_id and u.disabled_at is null
      and coalesce(c.way, notice_way_by_default('invoice')) <> 'never';
  return null;
end $$;
revoke all on function tell_of_pro_forma_again() from public;
create trigger tell_of_pro_forma_again after update of decision on invoices
  for each row when (old.type = 'pro_forma' and old.decision = 'in_validation' and new.decision = 'to_validate'
    and current_setting('changes.quiet', true) is distinct from 'on')
  execute function tell_of_pro_forma_again();
