-- An absence can be put right: the deliveries follow it.
alter type audit_kind add value if not exists 'absence_changed';
grant update (from_on, to_on, is_delivery_possible) on absences to arcade_app;
create trigger tell_edited after update on absences for each row execute function tell_change('absences');
create trigger tell_closure_edited after update on absences for each row execute function tell_change('closures');
