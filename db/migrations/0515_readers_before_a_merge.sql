-- Whoever took a copy of a practice's cases before it went into another one has read them too. Which case came from which practice is
-- not kept, so what was copied of either before is named: rather one reader too many than one too few.
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
      join lateral (
        select o.practice_id as id, 'infinity'::timestamptz as until
        union all
        select m.id, m.merged_at from merged_practices m where m.brand_id = o.brand_id and m.into_id = o.practice_id
      ) holder on e.subject_id = holder.id and e.at < holder.until
      where e.brand_id = tenant.brand_id() and e.route is null
        and e.id < case_readers.before and e.kind = 'practice_exported' and e.at >= o.created_at
    union all
    select e.id, e.at, e.user_id, e.kind, e.subject_id from audit_events e
      join orders o on o.brand_id = e.brand_id and o.id = case_readers.case_id and o.ordered_by = e.user_id
      where e.brand_id = tenant.brand_id() and e.route is null
        and e.id < case_readers.before and e.kind = 'data_exported' and e.at >= o.created_at
    order by 1 desc limit case_readers.most;
end $$;
