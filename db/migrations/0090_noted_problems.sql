-- What the laboratory notes of a case itself, told on the telephone or found while it is made again, is news to its practice.
create trigger tell_of_noted after insert on order_problems for each row
  when (tenant.audience() = 'staff') execute function tell_of_answer();
