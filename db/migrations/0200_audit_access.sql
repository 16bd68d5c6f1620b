-- no transaction
create index concurrently if not exists audit_events__access on audit_events (brand_id, at desc, id desc)
  where kind in (
    'signed_in', 'sign_in_refused', 'signed_out', 'session_ended', 'refresh_token_reused', 'password_changed',
    'password_chosen', 'password_link_sent', 'password_change_refused', 'own_password_refused', 'passkey_added',
    'passkey_renamed', 'passkey_removed', 'passkey_refused', 'second_factor_added', 'second_factor_removed',
    'second_factor_refused', 'recovery_codes_made', 'recovery_code_used', 'calendar_feed_made', 'calendar_feed_revoked',
    'access_refused', 'not_found_refused'
  );
