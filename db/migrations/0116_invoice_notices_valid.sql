alter table notices validate constraint notices__invoice;
