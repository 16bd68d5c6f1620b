-- Answers that a screen offers in one tap; what needs words is written into the thread of the case.
create type hold_answer as enum ('parts_sent', 'parts_with_pickup', 'go_ahead', 'call_me', 'in_writing');
alter table orders
  drop constraint orders_hold_answer_check,
  alter column hold_answer type hold_answer using hold_answer::hold_answer;
