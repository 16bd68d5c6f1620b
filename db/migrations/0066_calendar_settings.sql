-- When the laboratory works and drives, said by its administrators.

alter type audit_kind add value if not exists 'calendar_changed';

-- Whatever of a laboratory may be changed, nobody else changes.
create policy settings_update on brands as restrictive for update using ((select tenant.refuse_unless_settings()));
grant update (working_days, physical_transport_days, appointment_buffer_days, pickup_am_cutoff_days, pickup_am_cutoff,
  pickup_pm_cutoff_days, pickup_pm_cutoff) on brands to arcade_app;

create policy settings_insert on holidays as restrictive for insert with check ((select tenant.refuse_unless_settings()));
create policy settings_delete on holidays as restrictive for delete using ((select tenant.refuse_unless_settings()));
grant insert, delete on holidays to arcade_app;

-- Of a weekday on which a shift is not as on others: another cut-off, or none and no round at all.
create table rounds (
  brand_id uuid not null references brands (id),
  weekday iso_weekday not null,
  shift ride_shift not null,
  cutoff_days smallint check (cutoff_days between 0 and 14),
  cutoff time,
  primary key (brand_id, weekday, shift),
  constraint rounds__cutoff check ((cutoff_days is null) = (cutoff is null))
);
call tenant.protect_by_brand('rounds');
create policy settings_insert on rounds as restrictive for insert with check ((select tenant.refuse_unless_settings()));
create policy settings_delete on rounds as restrictive for delete using ((select tenant.refuse_unless_settings()));
grant select, insert, delete on rounds to arcade_app;

create trigger tell_laboratory after insert or delete on holidays for each row execute function tell_laboratory('closures');
create trigger tell_laboratory after insert or delete on rounds for each row execute function tell_laboratory('closures');
create trigger tell_of_calendar after update of working_days, physical_transport_days, appointment_buffer_days,
  pickup_am_cutoff_days, pickup_am_cutoff, pickup_pm_cutoff_days, pickup_pm_cutoff on brands
  for each row execute function tell_laboratory('closures');
