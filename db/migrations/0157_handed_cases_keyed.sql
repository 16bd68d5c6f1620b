-- needs 0156_handed_cases_once.sql
alter table handed_cases drop constraint handed_cases_pkey,
  add constraint handed_cases_pkey primary key using index handed_cases__each;
