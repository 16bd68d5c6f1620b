alter table invoices validate constraint invoices__program, validate constraint invoices__code, validate constraint invoices__corrects;
