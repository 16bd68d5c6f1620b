-- A signed sheet names the lots and the workshops. Where one of them is taken off or another comes afterwards, the case is no longer what
-- was signed: it waits for a signature again, and is asked about before it leaves, as where its prescription was changed.
create trigger to_sign_again after insert or delete on order_product_materials for each row
  execute function order_is_to_sign_again();
create trigger to_sign_again after insert or delete on order_subcontractors for each row
  execute function order_is_to_sign_again();

create or replace function order_is_to_sign_again() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  quiet text := current_setting('changes.quiet', true);
  brand uuid := case when tg_op = 'DELETE' then old.brand_id else new.brand_id end;
  case_id uuid := case when tg_op = 'DELETE' then old.order_id else new.order_id end;
begin
  perform set_config('changes.quiet', 'on', true);
  update orders o set is_signed = false where o.brand_id = brand and o.id = case_id and o.is_signed;
  perform set_config('changes.quiet', coalesce(quiet, ''), true);
  return null;
end $$;
