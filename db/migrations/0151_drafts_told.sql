-- What a user begins on one device appears on their others: that it is there or gone, and the line it has in the list.
create trigger tell_drafts after insert or delete on order_drafts for each row
  execute function tell_unread('drafts');
create trigger tell_draft_line after update on order_drafts for each row
  when ((old.content -> 'patientCode', old.content -> 'patient', old.content -> 'products')
    is distinct from (new.content -> 'patientCode', new.content -> 'patient', new.content -> 'products'))
  execute function tell_unread('drafts');
