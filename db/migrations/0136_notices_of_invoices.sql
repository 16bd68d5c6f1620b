-- That an invoice was issued is itself something that a practice doctor does not learn.
create policy not_for_practice_doctors on notices as restrictive
  using (invoice_id is null or (select tenant.sees_invoices()));
