alter table users validate constraint users__of_program;
