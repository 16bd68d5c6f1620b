-- For how long names of patients are kept is the laboratory's to say, within what the table allows.

alter type audit_kind add value if not exists 'retention_changed';
grant update (patient_names_kept_months) on brands to arcade_app;
