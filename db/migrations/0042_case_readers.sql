-- Who read a case, as before; and whoever took a copy of their own data along, in which the cases stand that they ordered.
create or replace function tenant.case_readers(case_id uuid, before bigint, most integer)
returns table (id bigint, at timestamptz, user_id uuid, kind audit_kind, subject_id uuid)
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  perform tenant.refuse_unless_administrator();
  return query
    select e.id, e.at, e.user_id, e.kind, e.subject_id from audit_events e
      where e.brand_id = tenant.brand_id() and e.order_id = case_readers.case_id and e.id < case_readers.before
        and e.kind in ('case_viewed', 'files_viewed', 'messages_viewed', 'document_viewed', 'attachment_downloaded',
          'case_readers_viewed')
    union all
    select e.id, e.at, e.user_id, e.kind, e.subject_id from audit_events e
      join orders o on o.brand_id = e.brand_id and o.id = case_readers.case_id
      where e.brand_id = tenant.brand_id() and e.subject_id = o.practice_id and e.route is null
        and e.id < case_readers.before and e.kind = 'practice_exported' and e.at >= o.created_at
    union all
    select e.id, e.at, e.user_id, e.kind, e.subject_id from audit_events e
      join orders o on o.brand_id = e.brand_id and o.id = case_readers.case_id and o.ordered_by = e.user_id
      where e.brand_id = tenant.brand_id() and e.route is null
        and e.id < case_readers.before and e.kind = 'data_exported' and e.at >= o.created_at
    order by 1 desc limit case_readers.most;
end $$;
