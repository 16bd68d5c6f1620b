alter table absences validate constraint absences__halves_in_order, validate constraint absences__series;
