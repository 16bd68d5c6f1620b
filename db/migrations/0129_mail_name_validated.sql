alter table brands validate constraint brands__mail_name;
