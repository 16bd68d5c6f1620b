-- Half days, and absences that come back: each time is a row of its own, so that whatever reads absences reads all of them,
-- and none can overlap another, not by half a day.
create type absence_pace as enum ('week', 'year');
alter table absences
  -- With which half of its first day it begins, and with which of its last it ends, both included.
  add from_shift ride_shift not null default 'AM',
  add to_shift ride_shift not null default 'PM',
  add series_id uuid,
  add repeats absence_pace,
  add constraint absences__halves_in_order check (from_on < to_on or from_shift <= to_shift) not valid,
  add constraint absences__series check ((series_id is null) = (repeats is null)) not valid,
  drop constraint absences__overlap,
  -- By name the same: the release before tells an overlap by it.
  add constraint absences__overlap exclude using gist (brand_id with =, practice_id with =, int4range(
    (from_on - date '2000-01-01') * 2 + (from_shift = 'PM')::int, (to_on - date '2000-01-01') * 2 + (to_shift = 'PM')::int, '[]') with &&);
grant update (from_shift, to_shift) on absences to arcade_app;
