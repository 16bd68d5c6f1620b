-- What practices owe and pay: pieces of five types, numbered without a gap, and a ledger that only grows. What a piece has
-- become (status, due) follows from it and is written by nobody.

alter type audit_kind add value if not exists 'invoices_viewed';
alter type audit_kind add value if not exists 'invoice_viewed';
alter type audit_kind add value if not exists 'invoices_exported';
alter type audit_kind add value if not exists 'invoice_issued';
alter type audit_kind add value if not exists 'invoice_released';
alter type audit_kind add value if not exists 'credit_issued';
alter type audit_kind add value if not exists 'credit_set_against';
alter type audit_kind add value if not exists 'pro_forma_drafted';
alter type audit_kind add value if not exists 'pro_forma_approved';
alter type audit_kind add value if not exists 'pro_forma_questioned';
alter type audit_kind add value if not exists 'pro_forma_reopened';
alter type audit_kind add value if not exists 'pro_forma_withdrawn';
alter type audit_kind add value if not exists 'initial_balance_entered';
alter type audit_kind add value if not exists 'billing_run_started';
alter type audit_kind add value if not exists 'payment_begun';
alter type audit_kind add value if not exists 'payment_entered';
alter type audit_kind add value if not exists 'payment_withdrawn';
alter type audit_kind add value if not exists 'payment_succeeded';
alter type audit_kind add value if not exists 'payment_failed';
alter type audit_kind add value if not exists 'payment_refunded';
alter type audit_kind add value if not exists 'payment_disputed';

-- As the wire calls them.
create type invoice_type as enum ('invoice', 'pro_forma', 'credit', 'paiement', 'initialBalance');
create type invoice_status as enum ('to_validate', 'in_validation', 'validated', 'payable', 'to_reconcile', 'paid',
  'rejected', 'handled');
-- What people say of a piece. The rest of its status the ledger says; `released` leaves all of it to the ledger.
create type invoice_decision as enum ('to_validate', 'in_validation', 'validated', 'released', 'rejected', 'handled');
create type payment_mode as enum ('card', 'transfer', 'manual');
create type payment_status as enum ('pending', 'succeeded', 'failed', 'refunded');
create type payment_event_kind as enum ('succeeded', 'failed', 'refunded', 'disputed');
create type payment_event_outcome as enum ('applied', 'without_effect', 'amount_differs');

-- Who the laboratory is on its pieces, where it is paid, and on which terms.
create table billing_settings (
  brand_id uuid primary key references brands (id),
  legal_name text not null check (legal_name <> ''),
  siren text check (siren ~ '^\d{9}$'),
  -- A laboratory whose work is wholly exempt may have none.
  vat_number text check (vat_number ~ '^[A-Z]{2}[0-9A-Z]{2,13}$'),
  -- "SARL au capital de 10 000 €", "RCS Lyon": stands at the foot of each piece.
  legal_mention text not null default '',
  -- Where e-invoices reach it; by its SIREN unless said.
  electronic_address text check (electronic_address <> ''),
  iban text check (iban ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$'),
  bic text check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  payment_days smallint not null default 30 check (payment_days between 0 and 60),
  -- Exempt and taxed lines on two invoices instead of one.
  splits_vat boolean not null default false,
  -- A pro forma first, which the practice approves.
  asks_approval boolean not null default false,
  -- Mentions of the law: late payment, recovery, early payment.
  penalty_note text not null default
    'En cas de retard de paiement, pénalités au taux de trois fois le taux d’intérêt légal (art. L. 441-10 du Code de commerce).',
  recovery_note text not null default 'Indemnité forfaitaire pour frais de recouvrement : 40 €.',
  discount_note text not null default 'Pas d’escompte pour paiement anticipé.'
);
call tenant.protect_by_brand('billing_settings');
grant select on billing_settings to arcade_app;

-- Whoever may not see invoices (a practice doctor) has none, whatever is asked.
create function tenant.sees_invoices() returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return tenant.audience() in ('staff', 'laboratory') or exists (
  select from users u
  where u.brand_id = tenant.brand_id() and u.id = tenant.user_id() and u.kind = 'practice' and not u.is_practice_doctor);
revoke all on function tenant.sees_invoices() from public;
grant execute on function tenant.sees_invoices() to arcade_app;

create procedure tenant.protect_money(target regclass) language plpgsql as $$
begin
  call tenant.protect_by_practice(target);
  execute format('create policy not_for_practice_doctors on %s as restrictive using ((select tenant.sees_invoices()))', target);
  -- No statement of the application writes money: the functions below do.
  execute format('grant select on %s to arcade_app', target);
end $$;
revoke all on procedure tenant.protect_money(regclass) from public;

create function refuse_rewriting() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception '% only grows', tg_table_name using errcode = 'check_violation', constraint = tg_table_name || '__only_grows';
end $$;
revoke all on function refuse_rewriting() from public;

-- The last number of each series: a type and a year. Locked until the piece is committed, so that numbers have no gap and
-- stand in the order of their days (CGI, annexe II, art. 242 nonies A).
create table piece_counters (
  brand_id uuid not null references brands (id),
  type invoice_type not null,
  year smallint not null,
  last_number integer not null check (last_number > 0),
  last_on date not null,
  primary key (brand_id, type, year)
);
call tenant.protect_by_brand('piece_counters');

create function today_of(brand uuid) returns date
language sql stable set search_path = pg_catalog, public, pg_temp
return (select (clock_timestamp() at time zone b.time_zone)::date from brands b where b.id = brand);
revoke all on function today_of(uuid) from public;

create table payments (
  brand_id uuid not null,
  practice_id uuid not null,
  id uuid not null default gen_random_uuid(),
  mode payment_mode not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency char(3) not null default 'EUR' check (currency = 'EUR'),
  status payment_status not null default 'pending',
  -- Of the whole; what was refunded in part has succeeded.
  refunded_cents bigint not null default 0,
  -- `bank` for transfers, `manual` for what was entered by hand.
  provider text not null check (provider ~ '^[a-z][a-z0-9_]{0,30}$'),
  provider_reference text check (provider_reference <> ''),
  -- By which a transfer is recognised on the bank's statement (ISO 11649, RF and two check digits).
  reference text not null check (reference ~ '^RF\d{14}$'),
  received_on date,
  note text check (note <> '' and length(note) <= 500),
  created_by uuid,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  failed_at timestamptz,
  disputed_at timestamptz,
  primary key (brand_id, id),
  constraint payments__practice_id unique (brand_id, practice_id, id),
  constraint payments__reference unique (brand_id, reference),
  constraint payments__provider_reference unique (brand_id, provider, provider_reference),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  foreign key (brand_id, created_by) references users (brand_id, id),
  -- Online payments below 1.00 € cost more than they bring.
  constraint payments__at_least check (mode = 'manual' or amount_cents >= 100),
  constraint payments__settled check ((settled_at is not null) = (status in ('succeeded', 'refunded'))),
  constraint payments__refunded check (refunded_cents between 0 and amount_cents
    and (refunded_cents = amount_cents) = (status = 'refunded') and (refunded_cents = 0 or settled_at is not null))
);
create index payments__recent on payments (brand_id, practice_id, created_at desc);
create index payments__pending on payments (brand_id, created_at) where status = 'pending';
call tenant.protect_money('payments');

-- Money that was taken stays so, whatever is heard later and in whichever order.
create function payment_status_moves() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.brand_id, new.practice_id, new.id, new.mode, new.amount_cents, new.currency, new.provider, new.reference)
      is distinct from
      (old.brand_id, old.practice_id, old.id, old.mode, old.amount_cents, old.currency, old.provider, old.reference)
    or new.refunded_cents < old.refunded_cents
    or not (new.status = old.status
      or (old.status, new.status) in (('pending', 'succeeded'), ('pending', 'failed'), ('failed', 'succeeded'),
        ('succeeded', 'refunded'))) then
    raise exception 'a payment does not go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'payments__status_moves', table = 'payments';
  end if;
  return new;
end $$;
revoke all on function payment_status_moves() from public;
create trigger status_moves before update on payments for each row execute function payment_status_moves();

create table invoices (
  brand_id uuid not null,
  practice_id uuid not null,
  id uuid not null default gen_random_uuid(),
  type invoice_type not null,
  year smallint not null,
  number integer not null check (number > 0),
  piece_code text collate natural_order not null generated always as (
    case type when 'invoice' then 'FA' when 'pro_forma' then 'PF' when 'credit' then 'AV' when 'paiement' then 'RE' else 'SI' end
    || '-' || year::text || '-' || lpad(number::text, greatest(6, length(number::text)), '0')) stored,
  issued_on date not null,
  due_on date not null,
  currency char(3) not null default 'EUR' check (currency = 'EUR'),
  -- Of lines, as they stand on the document: without a sign, and nothing where there are none.
  net_cents bigint not null default 0 check (net_cents >= 0),
  vat_cents bigint not null default 0 check (vat_cents >= 0),
  -- What it changes on the practice's account: what it owes is positive; credits and payments are negative, a refund of a
  -- payment is positive. A balance is a sum. A pro forma changes nothing.
  amount_cents bigint not null,
  -- What has been set against it, and what payments under way are going to: written by the ledger's own triggers.
  settled_cents bigint not null default 0,
  pending_cents bigint not null default 0,
  decision invoice_decision not null default 'released',
  -- Both follow from the above: see invoice_derived.
  status invoice_status not null,
  due_cents bigint not null,
  -- What a credit note corrects, which payment was refunded, which pro forma it comes from.
  corrects_id uuid,
  payment_id uuid,
  -- Why there is a credit, what an initial balance is of.
  reason text check (reason <> '' and length(reason) <= 500),
  -- What the practice asks about a pro forma.
  question text check (question <> '' and length(question) <= 2000),
  decided_by uuid,
  decided_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  constraint invoices__practice_id unique (brand_id, practice_id, id),
  constraint invoices__number unique (brand_id, type, year, number),
  foreign key (brand_id, practice_id) references practices (brand_id, id),
  foreign key (brand_id, practice_id, corrects_id) references invoices (brand_id, practice_id, id),
  foreign key (brand_id, practice_id, payment_id) references payments (brand_id, practice_id, id),
  foreign key (brand_id, created_by) references users (brand_id, id),
  foreign key (brand_id, decided_by) references users (brand_id, id),
  constraint invoices__year check (year = extract(year from issued_on)),
  constraint invoices__due_later check (due_on >= issued_on),
  constraint invoices__amount check (case type
    when 'invoice' then amount_cents = net_cents + vat_cents
    when 'pro_forma' then amount_cents = net_cents + vat_cents
    when 'credit' then amount_cents = -(net_cents + vat_cents)
    else net_cents = 0 and vat_cents = 0 and amount_cents <> 0 end),
  -- Never more than it is of, whoever pays at the same moment.
  constraint invoices__settled check (settled_cents >= 0 and pending_cents >= 0
    and settled_cents + pending_cents <= abs(amount_cents)),
  constraint invoices__decision check (case type
    when 'pro_forma' then decision <> 'released' and settled_cents = 0 and pending_cents = 0
    when 'invoice' then decision in ('validated', 'released')
    else decision = 'released' end),
  constraint invoices__pending check (pending_cents = 0 or type in ('invoice', 'initialBalance') and amount_cents > 0),
  constraint invoices__of_payment check ((payment_id is not null) = (type = 'paiement')),
  constraint invoices__corrects check (corrects_id is not null or type <> 'credit'),
  -- Entered once, however often it is sent.
  constraint invoices__one_initial_balance exclude using btree (brand_id with =, practice_id with =)
    where (type = 'initialBalance'),
  constraint invoices__one_receipt exclude using btree (brand_id with =, payment_id with =)
    where (type = 'paiement' and amount_cents < 0),
  constraint invoices__pro_forma_once exclude using btree (brand_id with =, corrects_id with =)
    where (type = 'invoice')
);
create index invoices__recent on invoices (brand_id, practice_id, issued_on desc, id desc);
create index invoices__status on invoices (brand_id, practice_id, status, issued_on desc);
create index invoices__open on invoices (brand_id, practice_id, due_on) include (due_cents, type, status) where due_cents <> 0;
create index invoices__of_laboratory on invoices (brand_id, issued_on desc, id desc);
create index invoices__corrected on invoices (brand_id, corrects_id) where corrects_id is not null;
call tenant.protect_money('invoices');

create function invoice_status_of(
  type invoice_type, decision invoice_decision, amount bigint, settled bigint, pending bigint) returns invoice_status
language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp
return case
  when type = 'pro_forma' then decision::text::invoice_status
  when settled = abs(amount) then
    case when type = 'invoice' or type = 'initialBalance' and amount > 0 then 'paid' else 'handled' end::invoice_status
  when type = 'paiement' then 'to_reconcile'
  when amount < 0 then 'validated'
  when settled + pending = amount then 'to_reconcile'
  when decision = 'validated' and settled = 0 and pending = 0 then 'validated'
  else 'payable'
end;
revoke all on function invoice_status_of(invoice_type, invoice_decision, bigint, bigint, bigint) from public;

-- The one place where status and due come from: whatever a statement writes there, this stands.
create function invoice_derived() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.status := invoice_status_of(new.type, new.decision, new.amount_cents, new.settled_cents, new.pending_cents);
  new.due_cents := case
    when new.type = 'pro_forma' then 0
    else sign(new.amount_cents) * (abs(new.amount_cents) - new.settled_cents)
  end;
  return new;
end $$;
revoke all on function invoice_derived() from public;
create trigger z_derived before insert or update on invoices for each row execute function invoice_derived();

-- Today's, or that of an earlier day as long as none of its series is later: only the laboratory's own history is entered so.
create function invoice_numbered() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  asked_on date := new.issued_on;
  on_day date := coalesce(asked_on, today_of(new.brand_id));
begin
  insert into piece_counters as counter (brand_id, type, year, last_number, last_on)
    values (new.brand_id, new.type, extract(year from on_day), 1, on_day)
    on conflict (brand_id, type, year) do update
      set last_number = counter.last_number + 1, last_on = greatest(counter.last_on, excluded.last_on)
    returning counter.year, counter.last_number, counter.last_on into new.year, new.number, new.issued_on;
  if new.issued_on <> asked_on then
    raise exception 'a later piece has been issued'
      using errcode = 'check_violation', constraint = 'invoices__in_order', table = 'invoices';
  end if;
  new.due_on := greatest(coalesce(new.due_on, new.issued_on), new.issued_on);
  return new;
end $$;
revoke all on function invoice_numbered() from public;
create trigger numbered before insert on invoices for each row execute function invoice_numbered();

-- A piece that is issued stays as it is; what is decided of it goes one way.
create function invoice_kept() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  -- What is generated (the code) is not there yet.
  moving text[] := '{piece_code,settled_cents,pending_cents,decision,status,due_cents,question,decided_by,decided_at}';
begin
  if to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'a piece is corrected by another one'
      using errcode = 'check_violation', constraint = 'invoices__kept', table = 'invoices';
  end if;
  if new.decision <> old.decision and (old.type, old.decision, new.decision) not in (
      ('pro_forma', 'to_validate', 'validated'), ('pro_forma', 'to_validate', 'in_validation'),
      ('pro_forma', 'to_validate', 'rejected'), ('pro_forma', 'to_validate', 'handled'),
      ('pro_forma', 'in_validation', 'to_validate'), ('pro_forma', 'in_validation', 'rejected'),
      ('pro_forma', 'validated', 'handled'), ('pro_forma', 'validated', 'rejected'),
      ('invoice', 'validated', 'released')) then
    raise exception 'a piece does not go from % to %', old.decision, new.decision
      using errcode = 'check_violation', constraint = 'invoices__decision_moves', table = 'invoices';
  end if;
  return new;
end $$;
revoke all on function invoice_kept() from public;
create trigger kept before update on invoices for each row execute function invoice_kept();

-- Both parties as they were on the day: what is printed does not follow a later change of address.
create table invoice_parties (
  brand_id uuid not null,
  practice_id uuid not null,
  invoice_id uuid not null,
  seller jsonb not null,
  buyer jsonb not null,
  primary key (brand_id, invoice_id),
  foreign key (brand_id, practice_id, invoice_id) references invoices (brand_id, practice_id, id)
);
call tenant.protect_money('invoice_parties');
create trigger only_grows before update or delete on invoice_parties for each row execute function refuse_rewriting();

create table invoice_lines (
  brand_id uuid not null,
  practice_id uuid not null,
  invoice_id uuid not null,
  position smallint not null check (position > 0),
  order_id uuid,
  -- As they were then: a document is told what it shows.
  order_code text check (order_code <> ''),
  patient_code text check (patient_code <> ''),
  delivered_on date,
  reference text not null check (reference <> ''),
  label_fr text not null check (label_fr <> ''),
  label_en text not null check (label_en <> ''),
  quantity integer not null check (quantity > 0),
  unit_price_cents bigint not null check (unit_price_cents >= 0),
  discount_cents bigint not null default 0 check (discount_cents >= 0),
  net_cents bigint not null generated always as (quantity * unit_price_cents - discount_cents) stored check (net_cents >= 0),
  vat vat_category not null,
  -- Hundredths of a percent.
  vat_rate smallint not null check (vat_rate >= 0),
  -- Of a credit note: the line that it takes back, once.
  credited_invoice_id uuid,
  credited_position smallint,
  primary key (brand_id, invoice_id, position),
  constraint invoice_lines__credited_once unique (brand_id, credited_invoice_id, credited_position),
  foreign key (brand_id, practice_id, invoice_id) references invoices (brand_id, practice_id, id),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id),
  foreign key (brand_id, credited_invoice_id, credited_position) references invoice_lines (brand_id, invoice_id, position),
  constraint invoice_lines__credits check ((credited_invoice_id is null) = (credited_position is null)),
  constraint invoice_lines__exempt check ((vat = 'exempt') = (vat_rate = 0))
);
call tenant.protect_money('invoice_lines');
create trigger only_grows before update or delete on invoice_lines for each row execute function refuse_rewriting();

-- The VAT breakdown: of each category and rate once, so that there is one exemption and one reason for it.
create table invoice_taxes (
  brand_id uuid not null,
  practice_id uuid not null,
  invoice_id uuid not null,
  vat vat_category not null,
  vat_rate smallint not null,
  base_cents bigint not null check (base_cents >= 0),
  tax_cents bigint not null,
  exemption_code text,
  exemption_reason text,
  primary key (brand_id, invoice_id, vat, vat_rate),
  foreign key (brand_id, practice_id, invoice_id) references invoices (brand_id, practice_id, id),
  constraint invoice_taxes__tax check (tax_cents = round(base_cents * vat_rate / 10000.0)),
  constraint invoice_taxes__exempt check ((vat = 'exempt') = (vat_rate = 0)
    and (vat = 'exempt') = (exemption_code is not null) and (vat = 'exempt') = (exemption_reason is not null))
);
call tenant.protect_money('invoice_taxes');
create trigger only_grows before update or delete on invoice_taxes for each row execute function refuse_rewriting();

-- Which cases a piece is of. Work is billed once: of a case what is exempt and what is taxed, each on one piece.
create table invoice_orders (
  brand_id uuid not null,
  practice_id uuid not null,
  invoice_id uuid not null,
  order_id uuid not null,
  type invoice_type not null,
  vat vat_category not null,
  -- Not any more where the pro forma was withdrawn or became an invoice, and where a credit has taken all back.
  is_current boolean not null default true,
  primary key (brand_id, invoice_id, order_id, vat),
  foreign key (brand_id, practice_id, invoice_id) references invoices (brand_id, practice_id, id),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id),
  constraint invoice_orders__once exclude using btree (brand_id with =, order_id with =, vat with =, type with =)
    where (is_current and type in ('invoice', 'pro_forma'))
);
create index invoice_orders__order on invoice_orders (brand_id, order_id);
call tenant.protect_money('invoice_orders');

-- The ledger: so much of a credit or a payment was set against so much of what is owed; a negative line takes back.
create table allocations (
  brand_id uuid not null,
  practice_id uuid not null,
  id bigint generated always as identity,
  credit_id uuid not null,
  debit_id uuid not null,
  cents bigint not null check (cents <> 0),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  foreign key (brand_id, practice_id, credit_id) references invoices (brand_id, practice_id, id),
  foreign key (brand_id, practice_id, debit_id) references invoices (brand_id, practice_id, id),
  foreign key (brand_id, created_by) references users (brand_id, id)
);
create index allocations__credit on allocations (brand_id, credit_id);
create index allocations__debit on allocations (brand_id, debit_id);
call tenant.protect_money('allocations');
create trigger only_grows before update or delete on allocations for each row execute function refuse_rewriting();

create function allocation_settles() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  settled integer;
begin
  update invoices set settled_cents = settled_cents + new.cents
    where brand_id = new.brand_id
      and (id = new.credit_id and amount_cents < 0 or id = new.debit_id and amount_cents > 0 and type <> 'pro_forma');
  get diagnostics settled = row_count;
  if settled <> 2 or new.cents < 0 and (
      select sum(a.cents) from allocations a
      where a.brand_id = new.brand_id and a.credit_id = new.credit_id and a.debit_id = new.debit_id) < 0 then
    raise exception 'a credit is set against what is owed, and taken back from there'
      using errcode = 'check_violation', constraint = 'allocations__sides', table = 'allocations';
  end if;
  return null;
end $$;
revoke all on function allocation_settles() from public;
create trigger settles after insert on allocations for each row execute function allocation_settles();

-- What a payment under way is going to: nobody else can pay it meanwhile.
create table payment_holds (
  brand_id uuid not null,
  practice_id uuid not null,
  payment_id uuid not null,
  invoice_id uuid not null,
  position smallint not null,
  cents bigint not null check (cents > 0),
  is_held boolean not null default true,
  primary key (brand_id, payment_id, invoice_id),
  foreign key (brand_id, practice_id, payment_id) references payments (brand_id, practice_id, id),
  foreign key (brand_id, practice_id, invoice_id) references invoices (brand_id, practice_id, id)
);
create index payment_holds__invoice on payment_holds (brand_id, invoice_id);
call tenant.protect_money('payment_holds');

create function payment_held() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update invoices set pending_cents = pending_cents
      - case when tg_op = 'UPDATE' and old.is_held then old.cents else 0 end + case when new.is_held then new.cents else 0 end
    where brand_id = new.brand_id and id = new.invoice_id;
  return null;
end $$;
revoke all on function payment_held() from public;
create trigger held after insert or update on payment_holds for each row execute function payment_held();

-- What a provider, or the bank's file, has said: each of its events once.
create table payment_events (
  brand_id uuid not null,
  practice_id uuid not null,
  id bigint generated always as identity,
  payment_id uuid not null,
  provider text not null,
  event_id text not null check (event_id <> '' and length(event_id) <= 255),
  kind payment_event_kind not null,
  amount_cents bigint not null,
  currency text not null,
  outcome payment_event_outcome not null,
  created_at timestamptz not null default now(),
  primary key (brand_id, id),
  constraint payment_events__once unique (brand_id, provider, event_id),
  foreign key (brand_id, practice_id, payment_id) references payments (brand_id, practice_id, id)
);
create index payment_events__payment on payment_events (brand_id, payment_id);
call tenant.protect_money('payment_events');
create trigger only_grows before update or delete on payment_events for each row execute function refuse_rewriting();

-- What follows writes money. Everyone who locks takes a payment first, then pieces by id, then numbers.

-- Of the staff who do the books, or the laboratory itself.
create function tenant.refuse_unless_billing() returns boolean
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if (tenant.audience() = 'laboratory' or tenant.audience() = 'staff' and exists (
    select from users u where u.brand_id = tenant.brand_id() and u.id = tenant.user_id() and u.kind = 'staff'
      and u.role in ('administrator', 'accounting') and u.disabled_at is null)) is not true then
    raise exception 'who does the books does this' using errcode = 'insufficient_privilege';
  end if;
  return true;
end $$;
revoke all on function tenant.refuse_unless_billing() from public;

create function tenant.new_payment_reference(brand uuid) returns text
language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
declare
  body text;
  found_one text;
begin
  loop
    body := lpad(floor(random() * 1e12)::bigint::text, 12, '0');
    -- R is 27, F is 15; what 97 leaves of the whole is 1.
    found_one := 'RF' || lpad((98 - mod((body || '271500')::numeric, 97))::text, 2, '0') || body;
    exit when not exists (select from payments p where p.brand_id = brand and p.reference = found_one);
  end loop;
  return found_one;
end $$;
revoke all on function tenant.new_payment_reference(uuid) from public;

-- Sets what is open of a credit or a payment against these, the oldest first, as far as it goes.
create function tenant.allocate(brand uuid, credit uuid, debits uuid[], most bigint) returns bigint
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  owed record;
  left_over bigint;
  cents bigint;
begin
  select least(most, -due_cents) into strict left_over from invoices where brand_id = brand and id = credit;
  for owed in
    select i.practice_id, i.id, i.due_cents - i.pending_cents as free_cents
    from invoices i
    where i.brand_id = brand and i.id = any(debits) and i.type in ('invoice', 'initialBalance')
      and i.due_cents > i.pending_cents
    order by i.due_on, i.issued_on, i.number, i.id
  loop
    exit when left_over <= 0;
    cents := least(left_over, owed.free_cents);
    insert into allocations (brand_id, practice_id, credit_id, debit_id, cents, created_by)
      values (brand, owed.practice_id, credit, owed.id, cents, tenant.user_id());
    left_over := left_over - cents;
  end loop;
  return left_over;
end $$;
revoke all on function tenant.allocate(uuid, uuid, uuid[], bigint) from public;

-- A practice begins to pay. Nothing is charged yet: what it is going to pay is kept for it.
create function tenant.begin_payment(invoice_ids uuid[], amount_cents bigint, mode payment_mode, provider text)
returns table (refusal text, payment_id uuid, reference text)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  practice uuid := tenant.practice_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(invoice_ids) as id);
  left_over bigint := begin_payment.amount_cents;
  owed record;
  there integer := 0;
  payable integer := 0;
  free_cents bigint := 0;
  made uuid;
  place smallint := 0;
begin
  if (tenant.audience() = 'practice' and tenant.sees_invoices() and begin_payment.mode <> 'manual') is not true then
    raise exception 'a practice pays' using errcode = 'insufficient_privilege';
  end if;
  for owed in
    select i.status, i.type, i.due_cents - i.pending_cents as free_cents from invoices i
    where i.brand_id = brand and i.practice_id = practice and i.id = any(asked) order by i.id for no key update
  loop
    there := there + 1;
    if owed.status in ('payable', 'validated') and owed.type in ('invoice', 'initialBalance') and owed.free_cents > 0 then
      payable := payable + 1;
      free_cents := free_cents + owed.free_cents;
    end if;
  end loop;
  refusal := case
    when there = 0 or there < cardinality(asked) then 'not_found'
    when payable < there then 'not_payable'
    when left_over < 100 then 'amount_too_small'
    when left_over > free_cents then 'amount_above_due'
  end;
  if refusal is not null then
    return next;
    return;
  end if;

  insert into payments as made_payment (brand_id, practice_id, mode, amount_cents, provider, reference, created_by)
    values (brand, practice, begin_payment.mode, left_over, begin_payment.provider, tenant.new_payment_reference(brand),
      tenant.user_id())
    returning made_payment.id, made_payment.reference into made, reference;
  for owed in
    select i.id, i.due_cents - i.pending_cents as free_cents from invoices i
    where i.brand_id = brand and i.id = any(asked) order by i.due_on, i.issued_on, i.number, i.id
  loop
    exit when left_over = 0;
    place := place + 1;
    insert into payment_holds (brand_id, practice_id, payment_id, invoice_id, position, cents)
      values (brand, practice, made, owed.id, place, least(left_over, owed.free_cents));
    left_over := left_over - least(left_over, owed.free_cents);
  end loop;
  payment_id := made;
  return next;
end $$;
revoke all on function tenant.begin_payment(uuid[], bigint, payment_mode, text) from public;
grant execute on function tenant.begin_payment(uuid[], bigint, payment_mode, text) to arcade_app;

-- How the provider calls it: said once.
create function tenant.name_payment(payment_id uuid, provider_reference text) returns boolean
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  if (tenant.audience() in ('practice', 'laboratory') and tenant.sees_invoices()) is not true then
    raise exception 'nothing is open' using errcode = 'insufficient_privilege';
  end if;
  update payments p set provider_reference = name_payment.provider_reference
    where p.brand_id = tenant.brand_id() and p.id = name_payment.payment_id
      and coalesce(p.provider_reference, name_payment.provider_reference) = name_payment.provider_reference;
  return found;
end $$;
revoke all on function tenant.name_payment(uuid, text) from public;
grant execute on function tenant.name_payment(uuid, text) to arcade_app;

create function tenant.release_holds(brand uuid, payment uuid) returns uuid[]
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  held uuid[] := (select coalesce(array_agg(h.invoice_id order by h.position), '{}')
    from payment_holds h where h.brand_id = brand and h.payment_id = payment);
begin
  perform from invoices i where i.brand_id = brand and i.id = any(held) order by i.id for no key update;
  update payment_holds h set is_held = false where h.brand_id = brand and h.payment_id = payment and h.is_held;
  return held;
end $$;
revoke all on function tenant.release_holds(uuid, uuid) from public;

-- The money is there: a receipt, set against what it was for. What finds no place any more stays open on the receipt.
create function tenant.settle_payment(brand uuid, payment uuid) returns uuid
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  debits uuid[] := tenant.release_holds(brand, payment);
  paid payments;
  receipt uuid;
begin
  update payments set status = 'succeeded', settled_at = now(), failed_at = null
    where brand_id = brand and id = payment returning * into strict paid;
  insert into invoices (brand_id, practice_id, type, amount_cents, payment_id, created_by)
    values (brand, paid.practice_id, 'paiement', -paid.amount_cents, payment, tenant.user_id()) returning id into receipt;
  perform tenant.allocate(brand, receipt, debits, paid.amount_cents);
  return receipt;
end $$;
revoke all on function tenant.settle_payment(uuid, uuid) from public;

-- Money that went back: a piece of its own, for which the receipt gives back what it had paid, the last first.
create function tenant.refund_payment(brand uuid, payment uuid, refunded bigint) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  receipt invoices;
  back uuid;
  paid record;
  missing bigint;
begin
  select * into strict receipt from invoices
    where brand_id = brand and payment_id = payment and amount_cents < 0;
  perform from invoices i
    where i.brand_id = brand and (i.id = receipt.id or i.id in (
      select a.debit_id from allocations a where a.brand_id = brand and a.credit_id = receipt.id))
    order by i.id for no key update;
  select * into strict receipt from invoices where brand_id = brand and id = receipt.id;
  update payments set refunded_cents = refunded_cents + refunded,
      status = case when refunded_cents + refunded = amount_cents then 'refunded' else status end
    where brand_id = brand and id = payment;
  missing := refunded + receipt.due_cents;
  for paid in
    select a.debit_id, sum(a.cents) as cents from allocations a
    join invoices i on i.brand_id = a.brand_id and i.id = a.debit_id and i.type <> 'paiement'
    where a.brand_id = brand and a.credit_id = receipt.id
    group by a.debit_id having sum(a.cents) > 0 order by max(a.id) desc
  loop
    exit when missing <= 0;
    insert into allocations (brand_id, practice_id, credit_id, debit_id, cents, created_by)
      values (brand, receipt.practice_id, receipt.id, paid.debit_id, -least(missing, paid.cents), tenant.user_id());
    missing := missing - least(missing, paid.cents);
  end loop;
  insert into invoices (brand_id, practice_id, type, amount_cents, payment_id, corrects_id, created_by)
    values (brand, receipt.practice_id, 'paiement', refunded, payment, receipt.id, tenant.user_id()) returning id into back;
  insert into allocations (brand_id, practice_id, credit_id, debit_id, cents, created_by)
    values (brand, receipt.practice_id, receipt.id, back, refunded, tenant.user_id());
end $$;
revoke all on function tenant.refund_payment(uuid, uuid, bigint) from public;

-- What a provider, the bank's file or the sandbox has said of a payment, after its signature was checked. In any order and
-- any number: each event counts once, and money that was taken stays taken. Of a refund, what was refunded in all so far.
create function tenant.record_payment_event(
  payment_id uuid, provider text, event_id text, kind payment_event_kind, amount_cents bigint, currency text)
returns table (outcome text, status payment_status, practice_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked payments;
  is_new boolean := true;
  said payment_event_outcome;
begin
  perform tenant.refuse_unless_billing();
  select * into asked from payments p
    where p.brand_id = brand and p.id = record_payment_event.payment_id and p.provider = record_payment_event.provider
    for no key update;
  if asked.id is null then
    outcome := 'unknown_payment';
    return next;
    return;
  end if;
  said := case
    when kind = 'succeeded' and (amount_cents, currency) is distinct from (asked.amount_cents, asked.currency::text)
      or kind = 'refunded' and (currency = asked.currency and amount_cents between 1 and asked.amount_cents) is not true
      then 'amount_differs'
    when kind = 'succeeded' and asked.status in ('pending', 'failed') or kind = 'failed' and asked.status = 'pending'
      or kind = 'refunded' and amount_cents > asked.refunded_cents or kind = 'disputed' and asked.disputed_at is null
      then 'applied'
    else 'without_effect'
  end;
  insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (brand, asked.practice_id, asked.id, asked.provider, record_payment_event.event_id, record_payment_event.kind,
      record_payment_event.amount_cents, record_payment_event.currency, said)
    on conflict (brand_id, provider, event_id) do nothing;
  is_new := found;
  if is_new and said = 'applied' then
    case kind
      when 'succeeded' then
        perform tenant.settle_payment(brand, asked.id);
      when 'failed' then
        perform tenant.release_holds(brand, asked.id);
        update payments p set status = 'failed', failed_at = now() where p.brand_id = brand and p.id = asked.id;
      when 'refunded' then
        if asked.settled_at is null then
          perform tenant.settle_payment(brand, asked.id);
        end if;
        perform tenant.refund_payment(brand, asked.id, record_payment_event.amount_cents - asked.refunded_cents);
      when 'disputed' then
        update payments p set disputed_at = now() where p.brand_id = brand and p.id = asked.id;
    end case;
  end if;
  return query select case when is_new then said::text else 'repeated' end, p.status, p.practice_id
    from payments p where p.brand_id = brand and p.id = asked.id;
end $$;
revoke all on function tenant.record_payment_event(uuid, text, text, payment_event_kind, bigint, text) from public;
grant execute on function tenant.record_payment_event(uuid, text, text, payment_event_kind, bigint, text) to arcade_app;

-- A transfer that will not come: taken back by the practice that announced it, or by who does the books.
create function tenant.withdraw_payment(payment_id uuid) returns boolean
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
begin
  if (tenant.audience() = 'practice' and tenant.sees_invoices()) is not true then
    perform tenant.refuse_unless_billing();
  end if;
  perform from payments p
    where p.brand_id = brand and p.id = withdraw_payment.payment_id and p.mode = 'transfer' and p.status = 'pending'
    for no key update;
  if not found then
    return false;
  end if;
  perform tenant.release_holds(brand, withdraw_payment.payment_id);
  update payments p set status = 'failed', failed_at = now() where p.brand_id = brand and p.id = withdraw_payment.payment_id;
  return true;
end $$;
revoke all on function tenant.withdraw_payment(uuid) from public;
grant execute on function tenant.withdraw_payment(uuid) to arcade_app;

-- Money that came by another way (a cheque, a transfer without a reference). For these, or for whatever is due, the oldest
-- first; more than is due stays open on the receipt.
create function tenant.enter_payment(
  practice uuid, invoice_ids uuid[], amount_cents bigint, received_on date, note text)
returns table (refusal text, payment_id uuid, receipt_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(invoice_ids) as id);
  debits uuid[];
begin
  perform tenant.refuse_unless_billing();
  select coalesce(array_agg(i.id order by i.id), '{}') into debits from (
    select i.id from invoices i
    where i.brand_id = brand and i.practice_id = practice
      and (i.id = any(asked) or asked = '{}' and i.due_cents > 0 and i.type in ('invoice', 'initialBalance'))
    order by i.id for no key update) i;
  refusal := case
    when not exists (select from practices p where p.brand_id = brand and p.id = practice)
      or asked <> '{}' and cardinality(debits) < cardinality(asked) then 'not_found'
    when enter_payment.amount_cents < 1 then 'amount_too_small'
    when enter_payment.received_on > today_of(brand) then 'received_later'
    when asked <> '{}' and exists (
      select from invoices i where i.brand_id = brand and i.id = any(asked)
        and (i.type not in ('invoice', 'initialBalance') or i.due_cents <= i.pending_cents)) then 'not_payable'
  end;
  if refusal is not null then
    return next;
    return;
  end if;
  insert into payments as made (brand_id, practice_id, mode, amount_cents, provider, reference, received_on, note, created_by)
    values (brand, practice, 'manual', enter_payment.amount_cents, 'manual', tenant.new_payment_reference(brand),
      enter_payment.received_on, nullif(enter_payment.note, ''), tenant.user_id())
    returning made.id into payment_id;
  receipt_id := tenant.settle_payment(brand, payment_id);
  perform tenant.allocate(brand, receipt_id, debits, enter_payment.amount_cents);
  return next;
end $$;
revoke all on function tenant.enter_payment(uuid, uuid[], bigint, date, text) from public;
grant execute on function tenant.enter_payment(uuid, uuid[], bigint, date, text) to arcade_app;

-- A credit note, or what is left of a payment, set against what is owed. Says how much is left of it.
create function tenant.set_against(credit uuid, invoice_ids uuid[])
returns table (refusal text, left_cents bigint)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(invoice_ids) as id);
  there integer;
  open_credit invoices;
begin
  perform tenant.refuse_unless_billing();
  perform from invoices i where i.brand_id = brand and (i.id = set_against.credit or i.id = any(asked))
    order by i.id for no key update;
  select * into open_credit from invoices i where i.brand_id = brand and i.id = set_against.credit;
  select count(*) into there from invoices i
    where i.brand_id = brand and i.practice_id = open_credit.practice_id and i.id = any(asked);
  refusal := case
    when open_credit.id is null or there < cardinality(asked) or there = 0 then 'not_found'
    when open_credit.due_cents >= 0 or exists (
      select from invoices i where i.brand_id = brand and i.id = any(asked)
        and (i.type not in ('invoice', 'initialBalance') or i.due_cents <= i.pending_cents)) then 'nothing_open'
  end;
  if refusal is null then
    left_cents := tenant.allocate(brand, open_credit.id, asked, -open_credit.due_cents);
  end if;
  return next;
end $$;
revoke all on function tenant.set_against(uuid, uuid[]) from public;
grant execute on function tenant.set_against(uuid, uuid[]) to arcade_app;
