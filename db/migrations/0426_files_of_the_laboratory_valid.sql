alter table attachments validate constraint attachments__of_case;
