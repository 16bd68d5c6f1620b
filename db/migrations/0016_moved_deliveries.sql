-- The day from which absences of the practice have moved the delivery, as long as the laboratory has not set another: an
-- absence that is taken back gives it back.
alter table orders
  add column moved_from_on date,
  add constraint orders__moved_later check (moved_from_on < delivery_on);
grant update (moved_from_on) on orders to arcade_app;

alter table audit_events drop constraint audit_events__kind;
alter table audit_events add constraint audit_events__kind check (kind in
  ('signed_in', 'sign_in_refused', 'signed_out', 'session_ended', 'refresh_token_reused', 'language_changed',
   'order_created', 'order_cancelled', 'order_status_changed', 'hold_answered', 'problem_reported', 'message_sent',
   'template_saved', 'template_deleted', 'attachment_added', 'attachment_removed', 'attachment_downloaded',
   'materials_recorded', 'statement_signed', 'absence_declared', 'absence_deleted', 'ride_requested', 'ride_cancelled',
   'ride_status_changed', 'supplies_ordered', 'supply_order_status_changed', 'calendar_feed_made',
   'calendar_feed_revoked'));
