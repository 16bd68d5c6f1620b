-- What the laboratory says to what was asked about a pro forma, when it submits it again.
alter table invoices add column answer text;
alter table invoices add constraint invoices__answer
  check (answer is null or answer <> '' and length(answer) <= 2000 and question is not null) not valid;

-- As before otherwise.
create or replace function invoice_kept() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  -- What is generated (the code) is not there yet.
  moving text[] := '{piece_code,settled_cents,pending_cents,decision,status,due_cents,question,answer,decided_by,decided_at}';
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

-- `question` are the words that come with the decision: what the practice asks, or what it is answered. Who asks again has no
-- answer yet. As before otherwise.
create or replace function tenant.decide(invoice_id uuid, decision invoice_decision, question text) returns text
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  decided invoices;
  is_practice boolean := tenant.audience() = 'practice' and tenant.sees_invoices();
begin
  if is_practice is not true then
    perform tenant.refuse_unless_billing();
  end if;
  select * into decided from invoices i where i.brand_id = brand and i.id = decide.invoice_id for no key update;
  if decided.id is null then
    return 'not_found';
  end if;
  if (case when is_practice
      then decided.type = 'pro_forma' and decided.decision = 'to_validate'
        and (decide.decision = 'validated' or decide.decision = 'in_validation' and decide.question <> '')
      else (decided.type, decided.decision, decide.decision) in (
        ('pro_forma', 'in_validation', 'to_validate'), ('pro_forma', 'to_validate', 'rejected'),
        ('pro_forma', 'in_validation', 'rejected'), ('pro_forma', 'validated', 'rejected'),
        ('invoice', 'validated', 'released')) end) is not true then
    return 'decision_not_allowed';
  end if;
  update invoices i set decision = decide.decision, decided_by = tenant.user_id(), decided_at = now(),
      question = case when decide.decision = 'in_validation' then decide.question else i.question end,
      answer = case
        when decide.decision = 'in_validation' then null
        when decided.decision = 'in_validation' then nullif(decide.question, '')
        else i.answer end
    where i.brand_id = brand and i.id = decided.id;
  if decide.decision = 'rejected' then
    update invoice_orders b set is_current = false where b.brand_id = brand and b.invoice_id = decided.id;
  end if;
  return 'decided';
end $$;
