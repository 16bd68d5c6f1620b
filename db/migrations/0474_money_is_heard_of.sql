-- Of money a program hears whose it is, and reads the receipts again.
create or replace function tenant.changes_since(after bigint, most integer, kinds audit_kind[])
returns table (place bigint, at timestamptz, kind audit_kind, order_id uuid, practice_id uuid, by user_kind)
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
begin
  if not tenant.is_program() then
    raise exception 'a program of the laboratory asks this' using errcode = 'insufficient_privilege';
  end if;
  return query
    select e.position, e.at, e.kind, e.order_id, coalesce(o.practice_id, p.id, m.id, paid.practice_id, u.practice_id), u.kind
    from (
      select * from audit_events seen
      where seen.brand_id = brand and seen.position > after order by seen.position limit most) e
    left join orders o on o.brand_id = brand and o.id = e.order_id
    left join practices p on p.brand_id = brand and p.id = e.subject_id
    left join merged_practices m on m.brand_id = brand and m.id = e.subject_id
    left join payments paid on paid.brand_id = brand and paid.id = e.subject_id
    left join users u on u.brand_id = brand and u.id = e.user_id
    where e.kind = any (kinds) and e.user_id is distinct from tenant.user_id()
    order by e.position;
end $$;
