-- Lines of no person, practice or case: from the four indexes by group, the latest of each. A group of which
-- nothing is asked for is not read; the rest is whatever no group names.
create or replace function tenant.audit_lines(since timestamptz, until timestamptz, kinds audit_kind[], people uuid[], practices uuid[], cases uuid[], before bigint, most integer)
returns table (id bigint, at timestamptz, user_id uuid, kind audit_kind, request_id text, order_id uuid, route text, subject_id uuid)
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  brand uuid := tenant.brand_id();
  before_at timestamptz;
  chosen audit_kind[] := case when cardinality(kinds) = 0 then enum_range(null::audit_kind) else kinds end;
begin
  perform tenant.refuse_unless_administrator();
  select e.at into before_at from audit_events e where e.brand_id = brand and e.id = before;
  before_at := coalesce(before_at, 'infinity');
  if cardinality(cases) > 0 then
    return query
      select e.id, e.at, e.user_id, e.kind, e.request_id, e.order_id, e.route, e.subject_id from audit_events e
      where e.brand_id = brand and e.order_id = any (cases) and e.kind = any (chosen)
        and (cardinality(people) = 0 or e.user_id = any (people))
        and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
      order by e.at desc, e.id desc limit most;
  elsif cardinality(people) > 0 then
    return query
      select e.id, e.at, e.user_id, e.kind, e.request_id, e.order_id, e.route, e.subject_id from audit_events e
      where e.brand_id = brand and e.user_id = any (people) and e.kind = any (chosen)
        and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
      order by e.at desc, e.id desc limit most;
  elsif cardinality(practices) > 0 then
    return query
      with people_of as materialized (
        select u.id from users u where u.brand_id = brand and u.practice_id = any (practices)
      ), about as materialized (
        select id from people_of union all select unnest(practices)
      ), found as materialized (
        select e.id from people_of p join audit_events e on e.brand_id = brand and e.user_id = p.id
        union
        select e.id from about a join audit_events e on e.brand_id = brand and e.subject_id = a.id and e.route is null
        union
        select e.id from orders o join audit_events e on e.brand_id = brand and e.order_id = o.id
          where o.brand_id = brand and o.practice_id = any (practices)
      )
      select e.id, e.at, e.user_id, e.kind, e.request_id, e.order_id, e.route, e.subject_id
      from found join audit_events e on e.brand_id = brand and e.id = found.id
      where e.kind = any (chosen) and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
      order by e.at desc, e.id desc limit most;
  else
    return query
      select l.id, l.at, l.user_id, l.kind, l.request_id, l.order_id, l.route, l.subject_id from (
        (select e.* from audit_events e
          where e.brand_id = brand and e.kind in (
            'case_viewed', 'files_viewed', 'messages_viewed', 'document_viewed', 'attachment_downloaded',
            'calendar_viewed', 'invoices_viewed', 'invoice_viewed', 'invoice_document_viewed',
            'account_statement_viewed', 'case_readers_viewed', 'audit_viewed', 'audit_checked')
            and chosen && array[
            'case_viewed', 'files_viewed', 'messages_viewed', 'document_viewed', 'attachment_downloaded',
            'calendar_viewed', 'invoices_viewed', 'invoice_viewed', 'invoice_document_viewed',
            'account_statement_viewed', 'case_readers_viewed', 'audit_viewed', 'audit_checked']::audit_kind[]
            and e.kind = any (chosen) and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
          order by e.at desc, e.id desc limit most)
        union all
        (select e.* from audit_events e
          where e.brand_id = brand and e.kind in (
            'order_created', 'order_changed', 'order_cancelled', 'order_status_changed', 'order_assigned',
            'hold_answered', 'request_made', 'request_answered', 'request_withdrawn', 'message_sent',
            'attachment_added', 'attachment_removed', 'problem_reported', 'problem_answered', 'problem_settled',
            'template_saved', 'template_deleted', 'materials_recorded', 'release_checked', 'statement_signed',
            'register_changed', 'lot_checked', 'lot_state_changed', 'lot_recalled', 'complaint_decided',
            'hand_over_noted', 'delivery_taken_back', 'reception_taken_back', 'round_arranged', 'ride_requested',
            'ride_cancelled', 'ride_status_changed', 'supplies_ordered', 'supply_order_status_changed',
            'absence_declared', 'absence_changed', 'absence_deleted', 'invoice_issued', 'invoice_released',
            'invoice_reminded', 'billing_run_started', 'price_set', 'pro_forma_drafted', 'pro_forma_questioned',
            'pro_forma_approved', 'pro_forma_reopened', 'pro_forma_withdrawn', 'credit_issued', 'credit_set_against',
            'initial_balance_entered', 'payment_begun', 'payment_entered', 'payment_succeeded', 'payment_failed',
            'payment_withdrawn', 'payment_refunded', 'payment_disputed')
            and chosen && array[
            'order_created', 'order_changed', 'order_cancelled', 'order_status_changed', 'order_assigned',
            'hold_answered', 'request_made', 'request_answered', 'request_withdrawn', 'message_sent',
            'attachment_added', 'attachment_removed', 'problem_reported', 'problem_answered', 'problem_settled',
            'template_saved', 'template_deleted', 'materials_recorded', 'release_checked', 'statement_signed',
            'register_changed', 'lot_checked', 'lot_state_changed', 'lot_recalled', 'complaint_decided',
            'hand_over_noted', 'delivery_taken_back', 'reception_taken_back', 'round_arranged', 'ride_requested',
            'ride_cancelled', 'ride_status_changed', 'supplies_ordered', 'supply_order_status_changed',
            'absence_declared', 'absence_changed', 'absence_deleted', 'invoice_issued', 'invoice_released',
            'invoice_reminded', 'billing_run_started', 'price_set', 'pro_forma_drafted', 'pro_forma_questioned',
            'pro_forma_approved', 'pro_forma_reopened', 'pro_forma_withdrawn', 'credit_issued', 'credit_set_against',
            'initial_balance_entered', 'payment_begun', 'payment_entered', 'payment_succeeded', 'payment_failed',
            'payment_withdrawn', 'payment_refunded', 'payment_disputed']::audit_kind[]
            and e.kind = any (chosen) and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
          order by e.at desc, e.id desc limit most)
        union all
        (select e.* from audit_events e
          where e.brand_id = brand and e.kind in (
            'signed_in', 'sign_in_refused', 'signed_out', 'session_ended', 'refresh_token_reused', 'password_changed',
            'password_chosen', 'password_link_sent', 'password_change_refused', 'own_password_refused', 'passkey_added',
            'passkey_renamed', 'passkey_removed', 'passkey_refused', 'second_factor_added', 'second_factor_removed',
            'second_factor_refused', 'recovery_codes_made', 'recovery_code_used', 'calendar_feed_made',
            'calendar_feed_revoked', 'access_refused', 'not_found_refused')
            and chosen && array[
            'signed_in', 'sign_in_refused', 'signed_out', 'session_ended', 'refresh_token_reused', 'password_changed',
            'password_chosen', 'password_link_sent', 'password_change_refused', 'own_password_refused', 'passkey_added',
            'passkey_renamed', 'passkey_removed', 'passkey_refused', 'second_factor_added', 'second_factor_removed',
            'second_factor_refused', 'recovery_codes_made', 'recovery_code_used', 'calendar_feed_made',
            'calendar_feed_revoked', 'access_refused', 'not_found_refused']::audit_kind[]
            and e.kind = any (chosen) and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
          order by e.at desc, e.id desc limit most)
        union all
        (select e.* from audit_events e
          where e.brand_id = brand and e.kind not in (
            'case_viewed', 'files_viewed', 'messages_viewed', 'document_viewed', 'attachment_downloaded',
            'calendar_viewed', 'invoices_viewed', 'invoice_viewed', 'invoice_document_viewed',
            'account_statement_viewed', 'case_readers_viewed', 'audit_viewed', 'audit_checked', 'order_created',
            'order_changed', 'order_cancelled', 'order_status_changed', 'order_assigned', 'hold_answered',
            'request_made', 'request_answered', 'request_withdrawn', 'message_sent', 'attachment_added',
            'attachment_removed', 'problem_reported', 'problem_answered', 'problem_settled', 'template_saved',
            'template_deleted', 'materials_recorded', 'release_checked', 'statement_signed', 'register_changed',
            'lot_checked', 'lot_state_changed', 'lot_recalled', 'complaint_decided', 'hand_over_noted',
            'delivery_taken_back', 'reception_taken_back', 'round_arranged', 'ride_requested', 'ride_cancelled',
            'ride_status_changed', 'supplies_ordered', 'supply_order_status_changed', 'absence_declared',
            'absence_changed', 'absence_deleted', 'invoice_issued', 'invoice_released', 'invoice_reminded',
            'billing_run_started', 'price_set', 'pro_forma_drafted', 'pro_forma_questioned', 'pro_forma_approved',
            'pro_forma_reopened', 'pro_forma_withdrawn', 'credit_issued', 'credit_set_against',
            'initial_balance_entered', 'payment_begun', 'payment_entered', 'payment_succeeded', 'payment_failed',
            'payment_withdrawn', 'payment_refunded', 'payment_disputed', 'signed_in', 'sign_in_refused', 'signed_out',
            'session_ended', 'refresh_token_reused', 'password_changed', 'password_chosen', 'password_link_sent',
            'password_change_refused', 'own_password_refused', 'passkey_added', 'passkey_renamed', 'passkey_removed',
            'passkey_refused', 'second_factor_added', 'second_factor_removed', 'second_factor_refused',
            'recovery_codes_made', 'recovery_code_used', 'calendar_feed_made', 'calendar_feed_revoked',
            'access_refused', 'not_found_refused')
            and exists (select from unnest(chosen) one (kind) where one.kind not in (
            'case_viewed', 'files_viewed', 'messages_viewed', 'document_viewed', 'attachment_downloaded',
            'calendar_viewed', 'invoices_viewed', 'invoice_viewed', 'invoice_document_viewed',
            'account_statement_viewed', 'case_readers_viewed', 'audit_viewed', 'audit_checked', 'order_created',
            'order_changed', 'order_cancelled', 'order_status_changed', 'order_assigned', 'hold_answered',
            'request_made', 'request_answered', 'request_withdrawn', 'message_sent', 'attachment_added',
            'attachment_removed', 'problem_reported', 'problem_answered', 'problem_settled', 'template_saved',
            'template_deleted', 'materials_recorded', 'release_checked', 'statement_signed', 'register_changed',
            'lot_checked', 'lot_state_changed', 'lot_recalled', 'complaint_decided', 'hand_over_noted',
            'delivery_taken_back', 'reception_taken_back', 'round_arranged', 'ride_requested', 'ride_cancelled',
            'ride_status_changed', 'supplies_ordered', 'supply_order_status_changed', 'absence_declared',
            'absence_changed', 'absence_deleted', 'invoice_issued', 'invoice_released', 'invoice_reminded',
            'billing_run_started', 'price_set', 'pro_forma_drafted', 'pro_forma_questioned', 'pro_forma_approved',
            'pro_forma_reopened', 'pro_forma_withdrawn', 'credit_issued', 'credit_set_against',
            'initial_balance_entered', 'payment_begun', 'payment_entered', 'payment_succeeded', 'payment_failed',
            'payment_withdrawn', 'payment_refunded', 'payment_disputed', 'signed_in', 'sign_in_refused', 'signed_out',
            'session_ended', 'refresh_token_reused', 'password_changed', 'password_chosen', 'password_link_sent',
            'password_change_refused', 'own_password_refused', 'passkey_added', 'passkey_renamed', 'passkey_removed',
            'passkey_refused', 'second_factor_added', 'second_factor_removed', 'second_factor_refused',
            'recovery_codes_made', 'recovery_code_used', 'calendar_feed_made', 'calendar_feed_revoked',
            'access_refused', 'not_found_refused'))
            and e.kind = any (chosen) and e.at >= since and e.at < until and (e.at, e.id) < (before_at, before)
          order by e.at desc, e.id desc limit most)
      ) as l
      order by l.at desc, l.id desc limit most;
  end if;
end $$;
