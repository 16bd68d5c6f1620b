-- What a laboratory's accountant books its pieces and payments under. A laboratory without a line here has the usual accounts
-- (features/bookkeeping/rules.ts), a practice without one its own usual one, which is made of its id.
create table bookkeeping_accounts (
  brand_id uuid primary key references brands (id),
  sales_journal text not null check (sales_journal ~ '^[0-9A-Z]{1,6}$'),
  payments_journal text not null check (payments_journal ~ '^[0-9A-Z]{1,6}$'),
  customers text not null check (customers ~ '^[1-9][0-9A-Z]{2,11}$'),
  exempt_sales text not null check (exempt_sales ~ '^[1-9][0-9A-Z]{2,11}$'),
  taxed_sales text not null check (taxed_sales ~ '^[1-9][0-9A-Z]{2,11}$'),
  vat text not null check (vat ~ '^[1-9][0-9A-Z]{2,11}$'),
  bank text not null check (bank ~ '^[1-9][0-9A-Z]{2,11}$'),
  cards text not null check (cards ~ '^[1-9][0-9A-Z]{2,11}$'),
  cheques text not null check (cheques ~ '^[1-9][0-9A-Z]{2,11}$'),
  cash text not null check (cash ~ '^[1-9][0-9A-Z]{2,11}$')
);
call tenant.protect_by_brand('bookkeeping_accounts');
grant select, insert,
  update (sales_journal, payments_journal, customers, exempt_sales, taxed_sales, vat, bank, cards, cheques, cash)
  on bookkeeping_accounts to arcade_app;

create table customer_accounts (
  brand_id uuid not null,
  practice_id uuid not null,
  account text not null check (account ~ '^[0-9A-Z]{1,17}$' and account !~ '^C[0-9A-F]{10}$'),
  primary key (brand_id, practice_id),
  constraint customer_accounts__account unique (brand_id, account),
  -- A practice with a piece in the books stays; without one it is in nobody's books.
  foreign key (brand_id, practice_id) references practices (brand_id, id) on delete cascade
);
call tenant.protect_by_brand('customer_accounts');
grant select, insert, update (account), delete on customer_accounts to arcade_app;

do $$
declare target text;
begin
  foreach target in array array['bookkeeping_accounts', 'customer_accounts'] loop
    execute format($policy$create policy not_for_practices on %s as restrictive for select
      using ((select tenant.audience()) in ('staff', 'laboratory'))$policy$, target);
    execute format('create policy books_insert on %s as restrictive for insert with check ((select tenant.refuse_unless_billing()))', target);
    execute format('create policy books_update on %s as restrictive for update using ((select tenant.refuse_unless_billing()))', target);
  end loop;
end $$;
create policy books_delete on customer_accounts as restrictive for delete using ((select tenant.refuse_unless_billing()));
