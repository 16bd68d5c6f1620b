-- Who prescribed is not always who typed (a manager orders for a doctor): `ordered_by` is who entered the case, `prescriber`
-- who answers for it, by name and title as on that day. The name stands alone where the prescriber has no account.
alter table users add constraint users__practice_id unique (brand_id, practice_id, id);
alter table orders
  add column prescriber text,
  add column prescriber_id uuid;
-- Looked at by 0031, which keeps no reader waiting meanwhile.
alter table orders
  add constraint orders__prescriber check (coalesce(prescriber <> '', prescriber_id is null)) not valid,
  add constraint orders__prescriber_id foreign key (brand_id, practice_id, prescriber_id)
    references users (brand_id, practice_id, id) not valid;

-- What is ordered in the portal has a prescriber: a doctor of the practice and, where nobody is named, oneself. Imports,
-- which nobody here has entered, may know none; a remake has that of the case it repeats. A rule for rows that come: where a
-- manager has entered those from before, nobody can tell any more.
create function order_prescribed() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  select id, concat_ws(' ', nullif(title, ''), nullif(first_name, ''), nullif(last_name, ''))
    into new.prescriber_id, new.prescriber
    from users
    where brand_id = new.brand_id and practice_id = new.practice_id and id = coalesce(new.prescriber_id, new.ordered_by)
      and account_type = 'doctor' and not is_dlcpm;
  if new.prescriber is null and new.remake_of is null then
    raise exception 'an order without a prescriber'
      using errcode = 'check_violation', constraint = 'orders__prescribed', table = 'orders';
  end if;
  return new;
end $$;
revoke all on function order_prescribed() from public;
create trigger prescribed before insert on orders for each row
  when (new.prescriber is null and (new.ordered_by is not null or new.prescriber_id is not null))
  execute function order_prescribed();
