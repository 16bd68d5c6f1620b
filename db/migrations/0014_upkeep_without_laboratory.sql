-- Within a laboratory the owner sees that laboratory and nothing else, unfinished files included.
alter policy unfinished_for_upkeep on attachments
  using (state <> 'ready' and (select tenant.brand_id()) is null);
