alter table handed_cases drop constraint handed_cases_pkey,
  add constraint handed_cases_pkey primary key using index handed_cases__each;
alter table order_events validate constraint order_events__takes_back;
