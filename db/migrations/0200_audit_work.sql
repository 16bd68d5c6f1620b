-- no transaction
create index concurrently if not exists audit_events__work on audit_events (brand_id, at desc, id desc)
  where kind in (
    'order_created', 'order_changed', 'order_cancelled', 'order_status_changed', 'order_assigned', 'hold_answered',
    'request_made', 'request_answered', 'request_withdrawn', 'message_sent', 'attachment_added', 'attachment_removed',
    'problem_reported', 'problem_answered', 'problem_settled', 'template_saved', 'template_deleted',
    'materials_recorded', 'release_checked', 'statement_signed', 'register_changed', 'lot_checked', 'lot_state_changed',
    'lot_recalled', 'complaint_decided', 'hand_over_noted', 'delivery_taken_back', 'reception_taken_back',
    'round_arranged', 'ride_requested', 'ride_cancelled', 'ride_status_changed', 'supplies_ordered',
    'supply_order_status_changed', 'absence_declared', 'absence_changed', 'absence_deleted', 'invoice_issued',
    'invoice_released', 'invoice_reminded', 'billing_run_started', 'price_set', 'pro_forma_drafted',
    'pro_forma_questioned', 'pro_forma_approved', 'pro_forma_reopened', 'pro_forma_withdrawn', 'credit_issued',
    'credit_set_against', 'initial_balance_entered', 'payment_begun', 'payment_entered', 'payment_succeeded',
    'payment_failed', 'payment_withdrawn', 'payment_refunded', 'payment_disputed'
  );
