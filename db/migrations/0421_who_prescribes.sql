-- However a dentist is titled: titles are typed freely where people sign up, are invited or imported.
create function is_dentist(title text) returns boolean language sql immutable parallel safe set search_path = pg_catalog, pg_temp
return title ~* '\m(drs?|dre|docteure?|doctor|pr|prof|professeure?|professor)\M';
revoke all on function is_dentist(text) from public;
grant execute on function is_dentist(text) to arcade_app;

-- A remake is prescribed by whoever prescribed the first case, and by nobody where nobody is known: never by whoever asks for it.
create or replace function order_prescribed() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.remake_of is not null and new.prescriber_id is null then
    return new;
  end if;
  select id, concat_ws(' ', nullif(title, ''), nullif(first_name, ''), nullif(last_name, ''))
    into new.prescriber_id, new.prescriber
    from users
    where brand_id = new.brand_id and practice_id = new.practice_id and id = coalesce(new.prescriber_id, new.ordered_by)
      and (account_type = 'doctor' or is_dentist(title)) and not is_dlcpm;
  if new.prescriber is null and new.remake_of is null then
    raise exception 'an order without a prescriber'
      using errcode = 'check_violation', constraint = 'orders__prescribed', table = 'orders';
  end if;
  return new;
end $$;
