-- Whose doing a later delivery is: what absences of the practice have moved is no delay of the laboratory.
alter table orders
  -- The day to which absences had moved the delivery when the laboratory set another: up to it nothing is late.
  add column excused_on date,
  add constraint orders__excused_later check (excused_on > first_delivery_on);
grant update (excused_on) on orders to arcade_app;

-- `note` is for everybody; what it says with the days of an absence is for those who may see absences.
alter table order_events
  add column absence_note text,
  add constraint order_events__absence_note check (absence_note is null or absence_note <> '' and note is not null);

-- The days of absences stood in the note itself.
do $$
declare
  laboratory uuid;
begin
  for laboratory in select distinct brand_id from brand_hosts loop
    perform tenant.set_context(laboratory, null, null);
    update order_events set absence_note = note, note = rtrim(regexp_replace(note, '[\s\u00a0\u202f]?: .*$', ''), '.') || '.'
    where brand_id = laboratory
      and note ~ '^(Livraison (déplacée|avancée) au .*: (cabinet absent|le cabinet n’est plus absent) |Delivery (moved|brought forward) to .*: practice (away|no longer away) )';
  end loop;
  perform set_config('tenant.context', '', true);
end $$;

-- On which days the practice sees patients.
alter table practices
  add column opening_days iso_weekday[] not null default '{1,2,3,4,5}',
  add constraint practices__opening_days
    check (cardinality(opening_days) > 0 and array_position(opening_days, null) is null);
