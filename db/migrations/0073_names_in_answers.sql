-- As before; and where problems and requests were answered.
create or replace function tenant.erase_patient_name(brand uuid, case_id uuid) returns boolean
language plpgsql strict set search_path = pg_catalog, public, pg_temp as $$
declare
  named text;
  pattern text;
begin
  select o.patient into named from orders o where o.brand_id = brand and o.id = case_id and o.patient is not null for update;
  if not found then
    return false;
  end if;
  pattern := regexp_replace(btrim(named), '([.*+?^${}()|[\]\\])', '\\\1', 'g');
  update orders o set patient = null,
      comment = regexp_replace(o.comment, pattern, '…', 'gi'),
      hold_question = regexp_replace(o.hold_question, pattern, '…', 'gi')
    where o.brand_id = brand and o.id = case_id;
  update order_products p set note = regexp_replace(p.note, pattern, '…', 'gi')
    where p.brand_id = brand and p.order_id = case_id and p.note ~* pattern;
  update order_messages m set body = regexp_replace(m.body, pattern, '…', 'gi')
    where m.brand_id = brand and m.order_id = case_id and m.body ~* pattern;
  update order_problems p set description = regexp_replace(p.description, pattern, '…', 'gi')
    where p.brand_id = brand and p.order_id = case_id and p.description ~* pattern;
  update order_problems p set answer = regexp_replace(p.answer, pattern, '…', 'gi')
    where p.brand_id = brand and p.order_id = case_id and p.answer ~* pattern;
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
      and exists (
        select from regexp_split_to_table(searchable(named), '[^[:alnum:]]+') word
        where length(word) > 2 and position(word in searchable(a.name)) > 0);
  return true;
end $$;
