-- From the moment at which a laboratory demands a second factor of its staff: whoever has one asks for events again.
create trigger tell_end_of_demand after update of staff_need_second_factor on brands for each row
  when (new.staff_need_second_factor and not old.staff_need_second_factor) execute function tell_end('laboratory');
