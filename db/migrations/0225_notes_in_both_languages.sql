-- What the portal itself says on the way of a case is read in the reader's language; `note` stays as it was said, and alone
-- where somebody has written it.
alter table order_events
  add column note_fr text,
  add column note_en text,
  add constraint order_events__note_in_both
    check ((note_fr is null) = (note_en is null) and (note_fr is null or note is not null and note_fr <> '' and note_en <> '')) not valid;

-- As before, in the words of both.
create or replace function tenant.erase_patient_name(brand uuid, case_id uuid) returns boolean
language plpgsql strict set search_path = pg_catalog, public, pg_temp as $$
declare
  named text;
  pattern text;
  parts text[];
begin
  select o.patient into named from orders o where o.brand_id = brand and o.id = case_id and o.patient is not null for update;
  if not found then
    return false;
  end if;
  pattern := regexp_replace(btrim(named), '([.*+?^${}()|[\]\\])', '\\\1', 'g');
  pattern := regexp_replace(pattern, '\s+', '\\s+', 'g');
  parts := array(select word from regexp_split_to_table(searchable(named), '[^[:alnum:]]+') word where length(word) > 2);
  update orders o set patient = null,
      comment = regexp_replace(o.comment, pattern, '…', 'gi'),
      hold_question = regexp_replace(o.hold_question, pattern, '…', 'gi'),
      scan_platform = regexp_replace(o.scan_platform, pattern, '…', 'gi'),
      scan_case = case when exists (select from unnest(parts) part where position(part in searchable(o.scan_case)) > 0)
        then '…' else regexp_replace(o.scan_case, pattern, '…', 'gi') end,
      practice_reference = case
        when exists (select from unnest(parts) part where position(part in searchable(o.practice_reference)) > 0)
        then '…' else regexp_replace(o.practice_reference, pattern, '…', 'gi') end,
      scan_url = case when o.scan_url !~* pattern
        and not exists (select from unnest(parts) part where position(part in searchable(o.scan_url)) > 0)
        then o.scan_url end
    where o.brand_id = brand and o.id = case_id;
  update order_events e set note = regexp_replace(e.note, pattern, '…', 'gi'),
      note_fr = regexp_replace(e.note_fr, pattern, '…', 'gi'),
      note_en = regexp_replace(e.note_en, pattern, '…', 'gi'),
      absence_note = regexp_replace(e.absence_note, pattern, '…', 'gi')
    where e.brand_id = brand and e.order_id = case_id
      and (e.note ~* pattern or e.note_fr ~* pattern or e.note_en ~* pattern or e.absence_note ~* pattern);
  update order_products p set note = regexp_replace(p.note, pattern, '…', 'gi')
    where p.brand_id = brand and p.order_id = case_id and p.note ~* pattern;
  update order_messages m set body = regexp_replace(m.body, pattern, '…', 'gi')
    where m.brand_id = brand and m.order_id = case_id and m.body ~* pattern;
  update order_problems p set description = regexp_replace(p.description, pattern, '…', 'gi'),
      answer = regexp_replace(p.answer, pattern, '…', 'gi')
    where p.brand_id = brand and p.order_id = case_id and (p.description ~* pattern or p.answer ~* pattern);
  update complaint_decisions d set note = regexp_replace(d.note, pattern, '…', 'gi')
    from order_problems p
    where p.brand_id = brand and p.order_id = case_id
      and d.brand_id = brand and d.problem_id = p.id and d.note ~* pattern;
  update release_checks c set note = regexp_replace(c.note, pattern, '…', 'gi')
    where c.brand_id = brand and c.order_id = case_id and c.note ~* pattern;
  update order_requests r set words = regexp_replace(r.words, pattern, '…', 'gi'),
      answer = regexp_replace(r.answer, pattern, '…', 'gi'),
      change = case when r.change ->> 'comment' ~* pattern
        then jsonb_set(r.change, '{comment}', to_jsonb(regexp_replace(r.change ->> 'comment', pattern, '…', 'gi')))
        else r.change end
    where r.brand_id = brand and r.order_id = case_id
      and (r.words ~* pattern or r.answer ~* pattern or r.change ->> 'comment' ~* pattern);
  -- Files are called by a part of it too.
  update attachments a set name = left(a.id::text, 8) || '.' || a.type
    where a.brand_id = brand and a.order_id = case_id and a.type is not null
      and exists (select from unnest(parts) part where position(part in searchable(a.name)) > 0);
  return true;
end $$;
