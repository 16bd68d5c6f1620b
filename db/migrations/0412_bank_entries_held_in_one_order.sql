-- Each entry of a bank's file held its practice after the pieces and the numbers of the entry before it: of two who recorded entries
-- of the same practices, or one of them and a payment by hand, each waited for the other, and one lost all it had recorded.
create function tenant.hold_awaited(awaited uuid[]) returns void
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  brand uuid := tenant.brand_id();
  announced uuid[];
  owed uuid[];
begin
  perform tenant.refuse_unless_billing();
  announced := array(select p.id from payments p where p.brand_id = brand and p.id = any(awaited));
  owed := array(
    select i.id from invoices i where i.brand_id = brand and i.id = any(awaited)
    union select h.invoice_id from payment_holds h where h.brand_id = brand and h.payment_id = any(announced));
  -- In the order in which each of them is entered: practice, announced payment, pieces; and of each kind by its id.
  perform from practices p
    where p.brand_id = brand and p.id in (
      select i.practice_id from invoices i where i.brand_id = brand and i.id = any(owed)
      union select a.practice_id from payments a where a.brand_id = brand and a.id = any(announced))
    order by p.id for no key update;
  perform from payments p where p.brand_id = brand and p.id = any(announced) order by p.id for no key update;
  perform from invoices i where i.brand_id = brand and i.id = any(owed) order by i.id for no key update;
end $$;
revoke all on function tenant.hold_awaited(uuid[]) from public;
grant execute on function tenant.hold_awaited(uuid[]) to arcade_app;
