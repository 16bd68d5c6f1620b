-- The sandbox stands for another house: the laboratory alone asks it, for whoever pays, and no one of a practice or the staff.
create policy of_laboratory_alone on sandbox_checkouts as restrictive using ((select tenant.audience()) = 'laboratory');
