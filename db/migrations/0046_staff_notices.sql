create or replace function notice_way_by_default(kind notice_kind) returns notice_way
language sql immutable parallel safe
return case
  when kind in ('on_hold', 'message', 'new_date', 'request_decided') then 'at_once'::notice_way
  when kind = 'shipped' then 'digest'::notice_way
  else 'never'::notice_way
end;

-- What waits for the laboratory is mailed to each administrator who has not declined it.
create type staff_notice_kind as enum ('signup', 'change', 'erasure');

create table staff_notices_declined (
  brand_id uuid not null,
  user_id uuid not null,
  kind staff_notice_kind not null,
  primary key (brand_id, user_id, kind),
  foreign key (brand_id, user_id) references users (brand_id, id)
);
call tenant.protect_by_user('staff_notices_declined');
grant select, insert, delete on staff_notices_declined to arcade_app;
