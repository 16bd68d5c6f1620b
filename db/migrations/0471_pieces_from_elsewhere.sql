-- Laboratories that bill with software of their own: what it has issued, under the number that it gave it, and what it says has been paid.
-- A series of the portal has no gap for it; its entries are booked where the piece was issued
-- (docs/decisions/0218).

-- Which program has issued it. Null: the portal, in its own series.
alter table invoices add column program_id uuid,
  add constraint invoices__program foreign key (brand_id, program_id) references users (brand_id, id) not valid;
-- Written by the trigger that numbers, or as it is printed on the paper of the laboratory's software.
alter table invoices alter column piece_code drop expression;
alter table invoices alter column number drop not null;

create function piece_code_of(type invoice_type, year smallint, number integer) returns text
language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp
return case type when 'invoice' then 'FA' when 'pro_forma' then 'PF' when 'credit' then 'AV' when 'paiement' then 'RE' else 'SI' end
  || '-' || year::text || '-' || lpad(number::text, greatest(6, length(number::text)), '0');
revoke all on function piece_code_of(invoice_type, smallint, integer) from public;

alter table invoices add constraint invoices__code check (case when program_id is null
  then number is not null and piece_code = piece_code_of(type, year, number)
  else number is null and type in ('invoice', 'credit') and length(piece_code) <= 40
    and piece_code ~ '^[A-Za-z0-9]([A-Za-z0-9 ._/#-]*[A-Za-z0-9])?$' end) not valid;
-- Of the laboratory's software a credit note may be of nothing in particular: what it gives at the end of a year.
alter table invoices drop constraint invoices__corrects,
  add constraint invoices__corrects check (corrects_id is not null or type <> 'credit' or program_id is not null) not valid;

-- Today's, or that of an earlier day as long as none of its series is later: only the laboratory's own history is entered so.
create or replace function invoice_numbered() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  asked_on date := new.issued_on;
  on_day date := coalesce(asked_on, today_of(new.brand_id));
begin
  if new.program_id is null then
    loop
      insert into piece_counters as counter (brand_id, type, year, last_number, last_on)
        values (new.brand_id, new.type, extract(year from on_day), 1, on_day)
        on conflict (brand_id, type, year) do update
          set last_number = counter.last_number + 1, last_on = greatest(counter.last_on, excluded.last_on)
        returning counter.year, counter.last_number, counter.last_on into new.year, new.number, new.issued_on;
      new.piece_code := piece_code_of(new.type, new.year, new.number);
      -- Whom the laboratory has given this number elsewhere, has it: no two of its pieces bear the same.
      exit when not exists (select from invoices i where i.brand_id = new.brand_id and i.piece_code = new.piece_code);
    end loop;
    if new.issued_on <> asked_on then
      raise exception 'a later piece has been issued'
        using errcode = 'check_violation', constraint = 'invoices__in_order', table = 'invoices';
    end if;
  else
    new.year := extract(year from new.issued_on);
    new.number := null;
  end if;
  new.due_on := greatest(coalesce(new.due_on, new.issued_on), new.issued_on);
  return new;
end $$;

-- A piece that is issued stays as it is, its number with it; what is decided of it goes one way.
create or replace function invoice_kept() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  moving text[] := '{settled_cents,pending_cents,decision,status,due_cents,question,answer,decided_by,decided_at}';
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

-- Of what was issued elsewhere the lines stand on its paper.
create or replace function invoice_sums_up() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if new.program_id is null and not exists (
      select 1
      from (
        select vat, vat_rate, sum(net_cents) as net from invoice_lines
        where brand_id = new.brand_id and invoice_id = new.id group by vat, vat_rate) l
      full join (
        select vat, vat_rate, base_cents, tax_cents from invoice_taxes
        where brand_id = new.brand_id and invoice_id = new.id) t
      on t.vat = l.vat and t.vat_rate = l.vat_rate
      having coalesce(sum(l.net), 0) = new.net_cents and coalesce(sum(t.tax_cents), 0) = new.vat_cents
        and bool_and(t.base_cents is not distinct from l.net) is not false) then
    raise exception 'a piece is the sum of its lines'
      using errcode = 'check_violation', constraint = 'invoices__sum', table = 'invoices';
  end if;
  return null;
end $$;

-- What a laboratory's software brings of years gone by is news to nobody.
create or replace function tell_of_pieces() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into notices (brand_id, practice_id, user_id, kind, invoice_id)
    select m.brand_id, m.practice_id, u.id, 'invoice', m.id
    from made m
    join users u on u.brand_id = m.brand_id and u.practice_id = m.practice_id and u.disabled_at is null
    left join notice_choices c on c.brand_id = u.brand_id and c.user_id = u.id and c.kind = 'invoice'
    where m.type in ('invoice', 'pro_forma', 'credit')
      and (m.program_id is null or m.issued_on > today_of(m.brand_id) - 14)
      and coalesce(c.way, notice_way_by_default('invoice')) <> 'never';
  return null;
end $$;

-- Its paper comes from where it was issued, or it has none here.
create or replace function tenant.begin_documents(brand uuid, pieces uuid[]) returns void
language sql set search_path = pg_catalog, public, pg_temp
begin atomic
  insert into document_logos (brand_id, name, content)
    select l.brand_id, l.name, l.content from brand_images l
    where l.brand_id = begin_documents.brand and l.purpose = 'logo' and not exists (
      select from document_logos kept where kept.brand_id = l.brand_id and kept.name = l.name)
    on conflict do nothing;
  insert into invoice_documents (brand_id, practice_id, invoice_id, language, color, logo)
    select i.brand_id, i.practice_id, i.id, b.default_language, b.primary_color,
      (select l.name from brand_images l where l.brand_id = b.id and l.purpose = 'logo')
    from invoices i join brands b on b.id = i.brand_id
    where i.brand_id = begin_documents.brand and i.id = any(begin_documents.pieces) and i.type <> 'initialBalance'
      and i.program_id is null
    on conflict do nothing;
end;

-- By what a program knows a piece that it has issued, and a payment that it has told of.
create table program_pieces (
  brand_id uuid not null,
  program_id uuid not null,
  external_id text not null check (length(external_id) between 1 and 100),
  invoice_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (brand_id, program_id, external_id),
  constraint program_pieces__once unique (brand_id, invoice_id),
  foreign key (brand_id, program_id) references users (brand_id, id),
  foreign key (brand_id, invoice_id) references invoices (brand_id, id)
);
create table program_payments (
  brand_id uuid not null,
  program_id uuid not null,
  external_id text not null check (length(external_id) between 1 and 100),
  payment_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (brand_id, program_id, external_id),
  constraint program_payments__once unique (brand_id, payment_id),
  foreign key (brand_id, program_id) references users (brand_id, id),
  foreign key (brand_id, payment_id) references payments (brand_id, id)
);
do $$
declare
  named text;
begin
  foreach named in array array['program_pieces', 'program_payments'] loop
    execute format('alter table %I enable row level security', named);
    execute format('alter table %I force row level security', named);
    execute format($p$create policy of_laboratory on %I using (brand_id = (select tenant.brand_id())
      and (select tenant.audience()) in ('staff', 'laboratory'))$p$, named);
    execute format('create policy not_for_practice_doctors on %I as restrictive using ((select tenant.sees_invoices()))', named);
    execute format('grant select on %I to arcade_app', named);
    execute format('create trigger only_grows before update or delete on %I for each row execute function refuse_rewriting()', named);
  end loop;
end $$;

-- Whether a piece of the portal's own stands for it, a pro forma too.
create function is_billed_here(brand uuid, of_order uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
return exists (
  select from invoice_orders b join invoices i on i.brand_id = b.brand_id and i.id = b.invoice_id
  where b.brand_id = is_billed_here.brand and b.order_id = is_billed_here.of_order and b.is_current
    and b.type in ('invoice', 'pro_forma') and i.program_id is null
  offset 0);
revoke all on function is_billed_here(uuid, uuid) from public;
grant execute on function is_billed_here(uuid, uuid) to arcade_app;

create function tenant.refuse_unless_program() returns boolean
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if not tenant.is_program() then
    raise exception 'a program of the laboratory says this' using errcode = 'insufficient_privilege';
  end if;
  return true;
end $$;
revoke all on function tenant.refuse_unless_program() from public;

-- Of which cases a piece of the laboratory's software is: work that is on a piece already is not billed a second time. Which VAT is on
-- which of it, its paper says: here it stands for all of the case.
create function tenant.bill_cases(brand uuid, piece uuid, order_ids uuid[]) returns text
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  made invoices;
  asked uuid[] := (select coalesce(array_agg(distinct id), '{}') from unnest(order_ids) as id);
begin
  select * into strict made from invoices i where i.brand_id = brand and i.id = piece;
  if made.type = 'invoice' then
    perform from orders o where o.brand_id = brand and o.id = any(asked) order by o.id for no key update;
  end if;
  if (select count(*) from orders o
      where o.brand_id = brand and o.practice_id = made.practice_id and o.id = any(asked)) < cardinality(asked) then
    return 'order_not_known';
  end if;
  if made.type = 'invoice' and exists (select from unnest(asked) as id where is_billed(brand, id)) then
    return 'billed_already';
  end if;
  insert into invoice_orders (brand_id, practice_id, invoice_id, order_id, type, vat)
    select brand, made.practice_id, piece, id, made.type, vat
    from unnest(asked) as id cross join unnest(enum_range(null::vat_category)) as vat;
  if made.type = 'invoice' then
    perform tenant.mark_all_invoiced(brand, asked);
  end if;
  return null;
end $$;
revoke all on function tenant.bill_cases(uuid, uuid, uuid[]) from public;

-- What the laboratory's software has issued. Cases are held before practices and these before pieces, as everybody holds them.
create function tenant.record_piece(external_id text, said jsonb) returns table (refusal text, piece_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  piece record;
  corrected invoices;
  credited bigint;
  gross bigint;
  is_whole boolean;
  made uuid := new_piece_id();
begin
  perform tenant.refuse_unless_program();
  select * into strict piece from jsonb_to_record(said) as s(practice_id uuid, type invoice_type, code text, issued_on date,
    due_on date, net_cents bigint, vat_cents bigint, reason text, corrects uuid, order_ids uuid[]);
  gross := piece.net_cents + piece.vat_cents;
  perform from orders o where o.brand_id = brand and o.id = any(piece.order_ids) order by o.id for no key update;
  perform from practices p where p.brand_id = brand and p.id = piece.practice_id for key share;
  select * into corrected from invoices i where i.brand_id = brand and i.id = piece.corrects for no key update;
  credited := (select coalesce(-sum(c.amount_cents), 0) from invoices c
    where c.brand_id = brand and c.corrects_id = corrected.id and c.type = 'credit');
  refusal := case
    -- Nor one that a series of the portal would come to: it has no gap.
    when exists (select from invoices i where i.brand_id = brand and i.piece_code = piece.code) or exists (
      select from piece_counters c where c.brand_id = brand
        and piece.code ~ ('^' || split_part(piece_code_of(c.type, c.year, 1), '-', 1) || '-' || c.year || '-[0-9]{6,}$')) then 'number_taken'
    when piece.corrects is not null and (corrected.practice_id = piece.practice_id and corrected.type = 'invoice'
      and (corrected.program_id = tenant.user_id() or exists (
        -- Where the laboratory has changed its software, the new one takes back what the former one has issued.
        select from users u where u.brand_id = brand and u.id = corrected.program_id and u.disabled_at is not null))) is not true
      then 'not_creditable'
    when corrected.id is not null and credited + gross > corrected.amount_cents then 'credited_already'
  end;
  if refusal is not null then
    return next;
    return;
  end if;
  insert into invoices (brand_id, practice_id, id, type, program_id, piece_code, issued_on, due_on, net_cents, vat_cents,
      amount_cents, reason, corrects_id, created_by)
    values (brand, piece.practice_id, made, piece.type, tenant.user_id(), piece.code, piece.issued_on, piece.due_on,
      piece.net_cents, piece.vat_cents, case piece.type when 'credit' then -gross else gross end, piece.reason, corrected.id,
      tenant.user_id());
  is_whole := corrected.id is not null and credited + gross = corrected.amount_cents;
  refusal := tenant.bill_cases(brand, made, case when is_whole and piece.order_ids = '{}'
    then array(select b.order_id from invoice_orders b where b.brand_id = brand and b.invoice_id = corrected.id)
    else piece.order_ids end);
  if refusal is not null then
    return next;
    return;
  end if;
  insert into program_pieces (brand_id, program_id, external_id, invoice_id)
    values (brand, tenant.user_id(), record_piece.external_id, made);
  if corrected.id is not null then
    perform tenant.allocate(brand, made, array[corrected.id], gross);
    -- Work of which nothing is owed any more can be billed anew.
    if is_whole then
      update invoice_orders b set is_current = false where b.brand_id = brand and b.invoice_id = corrected.id;
    end if;
  end if;
  piece_id := made;
  return next;
end $$;
revoke all on function tenant.record_piece(text, jsonb) from public;
grant execute on function tenant.record_piece(text, jsonb) to arcade_app;

-- Cases that are known here later than the piece that they are on.
create function tenant.bill_more_cases(piece uuid, order_ids uuid[]) returns text
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
  billed invoices;
  refusal text;
begin
  perform tenant.refuse_unless_program();
  if not exists (select from program_pieces n
      where n.brand_id = brand and n.program_id = tenant.user_id() and n.invoice_id = piece) then
    raise exception 'a piece of another one''s' using errcode = 'insufficient_privilege';
  end if;
  -- Cases before pieces, as everybody holds them; no credit note comes in between.
  perform from orders o where o.brand_id = brand and (o.id = any(order_ids) or o.id in (
      select b.order_id from invoice_orders b where b.brand_id = brand and b.invoice_id = piece))
    order by o.id for no key update;
  select * into strict billed from invoices i where i.brand_id = brand and i.id = piece for no key update;
  if order_ids <> '{}' and billed.type = 'invoice' and (
      select coalesce(-sum(c.amount_cents), 0) from invoices c
      where c.brand_id = brand and c.corrects_id = piece and c.type = 'credit') >= greatest(billed.amount_cents, 1) then
    return 'credited_already';
  end if;
  refusal := tenant.bill_cases(brand, piece, order_ids);
  -- Those that have been delivered since.
  if refusal is null and billed.type = 'invoice' then
    perform tenant.mark_all_invoiced(brand, array(
      select b.order_id from invoice_orders b where b.brand_id = brand and b.invoice_id = piece and b.is_current));
  end if;
  return refusal;
end $$;
revoke all on function tenant.bill_more_cases(uuid, uuid[]) from public;
grant execute on function tenant.bill_more_cases(uuid, uuid[]) to arcade_app;

-- The paper of such a piece, once: said again with the same bytes it is the same, and other bytes are another paper.
create function tenant.give_document(piece uuid, size bigint, sha256 text) returns text
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  kept text;
begin
  perform tenant.refuse_unless_program();
  perform from invoices i where i.brand_id = brand and i.id = piece and i.program_id = tenant.user_id() for no key update;
  if not found then
    return 'not_found';
  end if;
  select d.sha256 into kept from invoice_documents d where d.brand_id = brand and d.invoice_id = piece;
  if found then
    return case when kept = give_document.sha256 then 'same' else 'differs' end;
  end if;
  insert into invoice_documents (brand_id, practice_id, invoice_id, language, color, made_at, size, sha256)
    select brand, i.practice_id, i.id, b.default_language, b.primary_color, now(), give_document.size, give_document.sha256
    from invoices i join brands b on b.id = i.brand_id where i.brand_id = brand and i.id = piece;
  return 'given';
end $$;
revoke all on function tenant.give_document(uuid, bigint, text) from public;
grant execute on function tenant.give_document(uuid, bigint, text) to arcade_app;

-- Money that the laboratory's software says has come: for these, or for whatever is due, the oldest first. What finds no place stays open on
-- the receipt. A transfer that the practice has announced is that one. What is here already by another way (a card, the bank's file, by hand)
-- is asked about.
create function tenant.record_payment(external_id text, said jsonb) returns table (refusal text, receipt_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  paid record;
  debits uuid[];
  made uuid;
begin
  perform tenant.refuse_unless_program();
  select * into strict paid from jsonb_to_record(said) as s(practice_id uuid, amount_cents bigint, received_on date,
    means payment_means, payer_reference text, invoice_ids uuid[], is_another boolean);
  perform from practices p where p.brand_id = brand and p.id = paid.practice_id for no key update;
  if paid.means = 'transfer' then
    select p.id into made from payments p
      where p.brand_id = brand and p.practice_id = paid.practice_id and p.mode = 'transfer' and p.provider = 'bank'
        and p.status = 'pending' and p.amount_cents = paid.amount_cents
        -- What it is said to pay is what was announced, or nothing is said of that; or it bears the reference.
        and (paid.invoice_ids = '{}' or strpos(replace(paid.payer_reference, ' ', ''), p.reference) > 0 or paid.invoice_ids @> array(
          select h.invoice_id from payment_holds h where h.brand_id = brand and h.payment_id = p.id and h.is_held))
      order by strpos(replace(paid.payer_reference, ' ', ''), p.reference) = 0, p.created_at, p.id limit 1
      for no key update;
  end if;
  select coalesce(array_agg(i.id order by i.id), '{}') into debits from (
    select i.id from invoices i
    where i.brand_id = brand and i.practice_id = paid.practice_id and i.type in ('invoice', 'initialBalance')
      and (i.id = any(paid.invoice_ids) or paid.invoice_ids = '{}' and i.due_cents > 0)
    order by i.id for no key update) i;
  refusal := case
    when cardinality(debits) < cardinality(paid.invoice_ids) then 'invoice_not_known'
    when not paid.is_another and exists (
      select from payments p
      where p.brand_id = brand and p.practice_id = paid.practice_id and p.status = 'succeeded'
        and p.amount_cents = paid.amount_cents
        and coalesce(p.received_on, p.settled_at::date) between paid.received_on - 7 and paid.received_on + 7
        -- Which of its own are which, a program knows by their names; not what another one has told before it.
        and not exists (select from program_payments n
          where n.brand_id = brand and n.payment_id = p.id and n.program_id = tenant.user_id())) then 'received_alike'
  end;
  if refusal is not null then
    return next;
    return;
  end if;
  if made is null then
    insert into payments (brand_id, practice_id, mode, amount_cents, provider, reference, received_on, created_by, means,
        payer_reference)
      values (brand, paid.practice_id, 'manual', paid.amount_cents, 'manual', tenant.new_payment_reference(brand),
        paid.received_on, tenant.user_id(), paid.means, nullif(paid.payer_reference, ''))
      returning id into made;
  else
    update payments p set received_on = paid.received_on where p.brand_id = brand and p.id = made;
    insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
      values (brand, paid.practice_id, made, 'bank', 'hand:' || made, 'succeeded', paid.amount_cents, 'EUR', 'applied');
  end if;
  insert into program_payments (brand_id, program_id, external_id, payment_id)
    values (brand, tenant.user_id(), record_payment.external_id, made);
  receipt_id := tenant.settle_payment(brand, made);
  perform tenant.allocate(brand, receipt_id, debits, paid.amount_cents);
  return next;
end $$;
revoke all on function tenant.record_payment(text, jsonb) from public;
grant execute on function tenant.record_payment(text, jsonb) to arcade_app;

-- What did not come after all, or went back: all of it that is still here.
create function tenant.take_back_payment(external_id text, returned_as payment_return) returns text
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  paid payments;
begin
  perform tenant.refuse_unless_program();
  select p.* into paid from program_payments n
    join payments p on p.brand_id = n.brand_id and p.id = n.payment_id
    where n.brand_id = brand and n.program_id = tenant.user_id() and n.external_id = take_back_payment.external_id
    for no key update of p;
  if paid.id is null then
    return 'unknown_here';
  end if;
  if paid.status <> 'succeeded' then
    return 'taken_back_already';
  end if;
  insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (brand, paid.practice_id, paid.id, paid.provider, 'program/' || gen_random_uuid(), 'refunded', paid.amount_cents,
      'EUR', 'applied');
  perform tenant.return_payment(brand, paid.id, paid.amount_cents - paid.refunded_cents, take_back_payment.returned_as);
  return 'taken_back';
end $$;
revoke all on function tenant.take_back_payment(text, payment_return) from public;
grant execute on function tenant.take_back_payment(text, payment_return) to arcade_app;

-- What is on a piece of the laboratory's software is invoiced when that says so.
create or replace function order_status_moves() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status = old.status
     or new.status = 'on_hold' and old.status in ('registered', 'in_preparation', 'in_production') and new.held_from = old.status
     or new.status = 'cancelled' and old.status in ('registered', 'in_preparation', 'in_production', 'on_hold')
     or old.status = 'on_hold' and new.status = old.held_from
     or (old.status, new.status) in (('registered', 'in_preparation'), ('in_preparation', 'in_production'),
       ('in_production', 'shipped'), ('shipped', 'delivered'))
     or old.status = 'unknown'
       and new.status in ('registered', 'in_preparation', 'in_production', 'shipped', 'delivered', 'cancelled')
     or (old.status = 'unknown' or old.status = 'delivered' and new.status = 'invoiced')
       and tenant.audience() = 'laboratory'
     or old.status = 'delivered' and new.status = 'invoiced' and exists (
       select from invoice_orders b where b.brand_id = new.brand_id and b.order_id = new.id and b.is_current
         and b.type = 'invoice')
     -- The last word of its way takes the delivery back.
     or old.status = 'delivered' and new.status = (
       select case when e.takes_back is not null then e.status end from order_events e
       where e.brand_id = new.brand_id and e.order_id = new.id order by e.sequence desc limit 1)
     or tenant.is_program() and (new.status <> 'invoiced' or not is_billed_here(new.brand_id, new.id)) and (
       old.status = 'delivered' and new.status = 'invoiced'
       or old.status not in ('delivered', 'invoiced', 'cancelled') and new.status <> 'unknown'
         and (new.status <> 'on_hold' or old.status in ('registered', 'in_preparation', 'in_production') and new.held_from = old.status)) then
    return new;
  end if;
  raise exception 'a case does not go from % to %', old.status, new.status
    using errcode = 'check_violation', constraint = 'orders__status_moves', table = 'orders';
end $$;

-- What was issued elsewhere is taken back there.
create or replace function tenant.credit(invoice_id uuid, positions smallint[], reason text)
returns table (refusal text, credit_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  corrected invoices;
  taken_back smallint[];
begin
  perform tenant.refuse_unless_billing();
  perform tenant.hold_billing_settings();
  select * into corrected from invoices i where i.brand_id = brand and i.id = credit.invoice_id for no key update;
  select coalesce(array_agg(l.position), '{}') into taken_back from invoice_lines l
    where l.brand_id = brand and l.invoice_id = corrected.id
      and (l.position = any(credit.positions) or credit.positions = '{}' and not exists (
        select from invoice_lines c where c.brand_id = brand and c.credited_invoice_id = l.invoice_id
          and c.credited_position = l.position));
  refusal := case
    when corrected.id is null then 'not_found'
    when corrected.type <> 'invoice' or corrected.program_id is not null then 'not_creditable'
    when cardinality(taken_back) < (select count(distinct position) from unnest(credit.positions) as position)
      then 'not_found'
    when cardinality(taken_back) = 0 or exists (
      select from invoice_lines c where c.brand_id = brand and c.credited_invoice_id = corrected.id
        and c.credited_position = any(taken_back)) then 'credited_already'
  end;
  if refusal is null then
    credit_id := tenant.copy_piece(corrected.id, 'credit', taken_back, credit.reason);
    perform tenant.allocate(brand, credit_id, array[corrected.id], corrected.amount_cents);
    -- Work of which nothing is owed any more can be billed anew.
    update invoice_orders b set is_current = false
      where b.brand_id = brand and b.invoice_id = corrected.id and not exists (
        select from invoice_lines l
        where l.brand_id = brand and l.invoice_id = corrected.id and l.order_id = b.order_id and l.vat = b.vat
          and not exists (select from invoice_lines c where c.brand_id = brand and c.credited_invoice_id = l.invoice_id
            and c.credited_position = l.position));
  end if;
  return next;
end $$;

create or replace function tenant.receive_transfer(payment_id uuid, entry text, amount_cents bigint, booked_on date)
returns table (outcome text, booked_id uuid)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  announced payments;
  held uuid[];
  receipt uuid;
begin
  perform tenant.refuse_unless_billing();
  select * into announced from payments p
    where p.brand_id = brand and p.id = receive_transfer.payment_id and p.mode = 'transfer' and p.provider = 'bank'
    for no key update;
  outcome := case
    when announced.id is null then 'unknown_payment'
    when booked_on > today_of(brand) then 'booked_later'
  end;
  if outcome is not null then
    return next;
    return;
  end if;
  insert into payment_events (brand_id, practice_id, payment_id, provider, event_id, kind, amount_cents, currency, outcome)
    values (brand, announced.practice_id, announced.id, 'bank', entry, 'succeeded', receive_transfer.amount_cents, 'EUR',
      'applied')
    on conflict (brand_id, provider, event_id) do nothing;
  if not found then
    select case when e.payment_id = announced.id then 'repeated' else 'entry_used' end into outcome from payment_events e
      where e.brand_id = brand and e.provider = 'bank' and e.event_id = entry;
    return next;
    return;
  end if;

  -- The laboratory's software was quicker: of the same money, only that the bank has it, too.
  if announced.status = 'succeeded' and announced.amount_cents = receive_transfer.amount_cents
    and exists (select from program_payments n where n.brand_id = brand and n.payment_id = announced.id)
    and not exists (select from payment_events e where e.brand_id = brand and e.payment_id = announced.id
      and e.event_id ~ '^[0-9a-f]{64}$' and e.event_id <> entry) then
    outcome := 'repeated';
    return next;
    return;
  end if;

  if announced.status in ('pending', 'failed') and announced.amount_cents = receive_transfer.amount_cents then
    booked_id := announced.id;
    update payments p set received_on = booked_on where p.brand_id = brand and p.id = booked_id;
    receipt := tenant.settle_payment(brand, booked_id);
  else
    held := tenant.release_holds(brand, announced.id);
    update payments p set status = 'failed', failed_at = now()
      where p.brand_id = brand and p.id = announced.id and p.status = 'pending';
    insert into payments as made (brand_id, practice_id, mode, amount_cents, provider, means, reference, received_on, note, created_by)
      values (brand, announced.practice_id, 'manual', receive_transfer.amount_cents, 'manual', 'transfer',
        tenant.new_payment_reference(brand), booked_on, announced.reference, tenant.user_id())
      returning made.id into booked_id;
    receipt := tenant.settle_payment(brand, booked_id);
    perform tenant.allocate(brand, receipt, held, receive_transfer.amount_cents);
  end if;
  select case when i.due_cents < 0 then 'left_open' else 'received' end into strict outcome from invoices i
    where i.brand_id = brand and i.id = receipt;
  return next;
end $$;
