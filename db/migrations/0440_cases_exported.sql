-- A list that leaves with patients' names leaves a line, as the one of invoices does.
alter type audit_kind add value if not exists 'cases_exported';
