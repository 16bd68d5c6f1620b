-- Who does the books reminds of a piece by hand too, as one of the five of each.
drop policy sent_by_laboratory on invoice_reminders;
create policy sent_by_books on invoice_reminders as restrictive for insert
  with check ((select tenant.refuse_unless_billing()));
