-- What a promise is computed from is out of date as soon as an absence without deliveries comes or goes. Told in a word of
-- its own, so that it reaches those too who may not know of absences: for them it is a day without deliveries like another.
create trigger tell_closure after insert on absences for each row
  when (not new.is_delivery_possible) execute function tell_change('closures');
create trigger tell_closure_gone after delete on absences for each row
  when (not old.is_delivery_possible) execute function tell_change('closures');
