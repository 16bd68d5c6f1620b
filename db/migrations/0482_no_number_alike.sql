-- No number of the laboratory's software is one of the portal's written otherwise: a line of the bank would be for both.
create or replace function tenant.record_piece(external_id text, said jsonb) returns table (refusal text, piece_id uuid)
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
  -- As banks and people read it: without signs, in capitals or not.
  as_ours text;
begin
  perform tenant.refuse_unless_program();
  select * into strict piece from jsonb_to_record(said) as s(practice_id uuid, type invoice_type, code text, issued_on date,
    due_on date, net_cents bigint, vat_cents bigint, reason text, corrects uuid, order_ids uuid[]);
  gross := piece.net_cents + piece.vat_cents;
  as_ours := regexp_replace(regexp_replace(upper(piece.code), '[^A-Z0-9]', '', 'g'), '^([A-Z]{2})([0-9]{4})([0-9]{6,10})$', '\1-\2-\3');
  perform from orders o where o.brand_id = brand and o.id = any(piece.order_ids) order by o.id for no key update;
  perform from practices p where p.brand_id = brand and p.id = piece.practice_id for key share;
  select * into corrected from invoices i where i.brand_id = brand and i.id = piece.corrects for no key update;
  credited := (select coalesce(-sum(c.amount_cents), 0) from invoices c
    where c.brand_id = brand and c.corrects_id = corrected.id and c.type = 'credit');
  refusal := case
    -- Nor one that a series of the portal would come to: it has no gap.
    when exists (select from invoices i where i.brand_id = brand and i.piece_code in (piece.code, as_ours)) or exists (
      select from piece_counters c where c.brand_id = brand
        and as_ours ~ ('^' || split_part(piece_code_of(c.type, c.year, 1), '-', 1) || '-' || c.year || '-[0-9]{6,}$')) then 'number_taken'
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
