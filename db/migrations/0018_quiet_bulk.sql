-- Whoever fills a laboratory that nobody looks at yet says so within its transaction and is spared a call for each case
-- (a tenth of the time of npm run seed). It silences nobody else.
drop trigger tell_change on orders;
create trigger tell_change after insert or update on orders for each row
  when (current_setting('changes.quiet', true) is distinct from 'on') execute function tell_change('orders');
