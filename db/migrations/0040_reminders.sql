-- Practices are reminded of what is overdue, at the pace that the laboratory chooses; and have their account on paper.

alter type audit_kind add value if not exists 'account_statement_viewed';
alter type audit_kind add value if not exists 'reminders_changed';
alter type audit_kind add value if not exists 'invoice_reminded';

-- A laboratory without a line here reminds nobody.
create table reminder_settings (
  brand_id uuid primary key references brands (id),
  -- So many of each piece at most.
  most smallint not null check (most between 0 and 5),
  -- Days after it was due, and from one to the next.
  first_after_days smallint not null check (first_after_days between 1 and 90),
  every_days smallint not null check (every_days between 7 and 90)
);
call tenant.protect_by_brand('reminder_settings');
grant execute on function tenant.refuse_unless_billing() to arcade_app;
create policy books_insert on reminder_settings as restrictive for insert with check ((select tenant.refuse_unless_billing()));
create policy books_update on reminder_settings as restrictive for update using ((select tenant.refuse_unless_billing()));
grant select, insert, update (most, first_after_days, every_days) on reminder_settings to arcade_app;

-- Each was sent, so that none is sent again.
create table invoice_reminders (
  brand_id uuid not null,
  practice_id uuid not null,
  invoice_id uuid not null,
  place smallint not null check (place between 1 and 5),
  due_cents bigint not null check (due_cents > 0),
  -- By the clock of the laboratory.
  sent_on date not null,
  primary key (brand_id, invoice_id, place),
  foreign key (brand_id, practice_id, invoice_id) references invoices (brand_id, practice_id, id)
);
call tenant.protect_money('invoice_reminders');
create policy sent_by_laboratory on invoice_reminders as restrictive for insert
  with check ((select tenant.audience()) = 'laboratory');
grant insert on invoice_reminders to arcade_app;
create trigger only_grows before update or delete on invoice_reminders for each row execute function refuse_rewriting();
