-- What the laboratory's administrators see of its programs changes before their eyes: also that one has come, or has answered.
create trigger tell_program after insert on users for each row
  when (new.kind = 'program') execute function tell_laboratory('programs');
create trigger tell_program_changed after update on users for each row
  when (new.kind = 'program' and (old.last_name, old.disabled_at) is distinct from (new.last_name, new.disabled_at))
  execute function tell_laboratory('programs');
create trigger tell_program_key after insert or update of ends_at, seen_at on program_keys
  for each row execute function tell_laboratory('programs');
create trigger tell_program_address after insert or delete or update of url, secret, answered_at, failing_since, failure
  on program_addresses for each row execute function tell_laboratory('programs');
