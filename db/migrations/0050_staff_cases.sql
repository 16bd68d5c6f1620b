-- Who works on a case, and who has taken each of its steps: for the laboratory's people, whom practices do not see by name.
alter type audit_kind add value if not exists 'order_assigned';

alter table orders add column technician_id uuid;
alter table orders add constraint orders__technician_id
  foreign key (brand_id, technician_id) references users (brand_id, id) not valid;
alter table orders validate constraint orders__technician_id;
grant update (technician_id) on orders to arcade_app;

create function technician_is_staff() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from users u where u.brand_id = new.brand_id and u.id = new.technician_id and u.kind = 'staff'
  ) then
    raise exception 'the technician of a case is one of the laboratory’s people'
      using errcode = 'check_violation', constraint = 'orders__technician', table = 'orders';
  end if;
  return new;
end $$;
revoke all on function technician_is_staff() from public;
create trigger technician_is_staff before insert or update of technician_id on orders for each row
  when (new.technician_id is not null) execute function technician_is_staff();

-- Of the lines from before nobody knows. The session that writes a line is its author, whichever way it writes.
alter table order_events add column author_id uuid;
alter table order_events alter column author_id set default tenant.user_id();
alter table order_events add constraint order_events__author_id
  foreign key (brand_id, author_id) references users (brand_id, id) not valid;
alter table order_events validate constraint order_events__author_id;
