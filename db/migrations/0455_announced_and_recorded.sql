-- What the bank's file has brought without its reference is recorded for the practice; whoever then says that the announced transfer has
-- come is asked, as with any other that is typed. The one without the question stays for processes that are still running.
create function tenant.enter_announced(
  practice uuid, announced_id uuid, amount_cents bigint, received_on date, words text, is_another boolean)
returns table (refusal text, payment_id uuid, receipt_id uuid)
language plpgsql strict security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant.refuse_unless_billing();
  -- Who records an entry of the file for it at this moment was first, or waits.
  perform from practices p where p.brand_id = tenant.brand_id() and p.id = practice for no key update;
  if not is_another and transfer_like_it(tenant.brand_id(), practice, enter_announced.amount_cents, enter_announced.received_on, true)
      and exists (
        select from payments p
        where p.brand_id = tenant.brand_id() and p.practice_id = practice and p.id = announced_id and p.status = 'pending') then
    refusal := 'recorded_from_file';
    return next;
    return;
  end if;
  return query select * from tenant.enter_announced(practice, announced_id, enter_announced.amount_cents, enter_announced.received_on, words);
end $$;
revoke all on function tenant.enter_announced(uuid, uuid, bigint, date, text, boolean) from public;
grant execute on function tenant.enter_announced(uuid, uuid, bigint, date, text, boolean) to arcade_app;
