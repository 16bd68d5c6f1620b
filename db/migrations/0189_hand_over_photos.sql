-- What a driver has photographed at a door is a file of each case that it shows, written by the laboratory alone.
alter table attachments
  add column hand_over_id uuid,
  add constraint attachments__photo_of_hand_over foreign key (brand_id, practice_id, hand_over_id)
    references hand_overs (brand_id, practice_id, id) not valid,
  add constraint attachments__photo_of_case
    check (hand_over_id is null or order_id is not null and coalesce(type in ('jpg', 'png', 'webp'), true)
      or state = 'removed') not valid;

create policy photo_by_laboratory on attachments as restrictive for insert
  with check (hand_over_id is null or (select tenant.audience()) in ('staff', 'laboratory'));
create policy photo_changed_by_laboratory on attachments as restrictive for update
  using (hand_over_id is null or (select tenant.audience()) in ('staff', 'laboratory'));
create policy photo_removed_by_laboratory on attachments as restrictive for delete
  using (hand_over_id is null or (select tenant.audience()) in ('staff', 'laboratory'));
