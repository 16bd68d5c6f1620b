-- Only while it is under way: nobody is sent to a page whose payment somebody has given up meanwhile. As before otherwise.
create or replace function tenant.name_payment(payment_id uuid, provider_reference text) returns boolean
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  if (tenant.audience() in ('practice', 'laboratory') and tenant.sees_invoices()) is not true then
    raise exception 'nothing is open' using errcode = 'insufficient_privilege';
  end if;
  update payments p set provider_reference = name_payment.provider_reference
    where p.brand_id = tenant.brand_id() and p.id = name_payment.payment_id and p.status = 'pending'
      and coalesce(p.provider_reference, name_payment.provider_reference) = name_payment.provider_reference;
  return found;
end $$;
