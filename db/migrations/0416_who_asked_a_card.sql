alter type audit_kind add value if not exists 'card_refund_asked';

alter table card_refunds validate constraint card_refunds_brand_id_asked_by_fkey;
