-- no transaction
-- However often a phone sends it, and from however many tabs: one on its way holds its place before its bytes are copied.
create unique index concurrently if not exists attachments__one_photo on attachments (brand_id, hand_over_id, order_id)
  where hand_over_id is not null and state <> 'removed';
