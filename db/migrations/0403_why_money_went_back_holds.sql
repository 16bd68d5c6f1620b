alter table invoices validate constraint invoices__returned_as;
