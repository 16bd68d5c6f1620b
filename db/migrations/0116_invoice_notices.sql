-- An invoice is good to know, and nothing waits for it that day.
create or replace function notice_way_by_default(kind notice_kind) returns notice_way
language sql immutable parallel safe
return case
  when kind in ('on_hold', 'message', 'new_date', 'request_decided') then 'at_once'::notice_way
  when kind in ('shipped', 'invoice') then 'digest'::notice_way
  else 'never'::notice_way
end;

-- Once a statement, however many pieces it makes: a run makes those of 25 practices at a time. Receipts and what was owed
-- before the portal are nothing that the laboratory issues; whether their reader may see any is asked when the mail is made.
create function tell_of_pieces() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into notices (brand_id, practice_id, user_id, kind, invoice_id)
    select m.brand_id, m.practice_id, u.id, 'invoice', m.id
    from made m
    join users u on u.brand_id = m.brand_id and u.practice_id = m.practice_id and u.disabled_at is null
    left join notice_choices c on c.brand_id = u.brand_id and c.user_id = u.id and c.kind = 'invoice'
    where m.type in ('invoice', 'pro_forma', 'credit')
      and coalesce(c.way, notice_way_by_default('invoice')) <> 'never';
  return null;
end $$;
revoke all on function tell_of_pieces() from public;
create trigger tell_of_pieces after insert on invoices referencing new table as made
  for each statement when (current_setting('changes.quiet', true) is distinct from 'on') execute function tell_of_pieces();
