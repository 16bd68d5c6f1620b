-- How the laboratory shows itself, said by its administrators.

alter type audit_kind add value if not exists 'brand_changed';

grant update (company_name, client_service_phone, address, postal_code, city, primary_color, primary_foreground_color,
  secondary_color, secondary_foreground_color, card_foreground_color, ring_color, border_color,
  delivery_time_information) on brands to arcade_app;

create policy settings_insert on brand_images as restrictive for insert with check ((select tenant.refuse_unless_settings()));
create policy settings_update on brand_images as restrictive for update using ((select tenant.refuse_unless_settings()));
create policy settings_delete on brand_images as restrictive for delete using ((select tenant.refuse_unless_settings()));
grant insert, update (name, content), delete on brand_images to arcade_app;

create trigger tell_of_brand after update of company_name, client_service_phone, address, postal_code, city, primary_color,
  primary_foreground_color, secondary_color, secondary_foreground_color, card_foreground_color, ring_color, border_color,
  delivery_time_information on brands for each row execute function tell_laboratory('brand');
create trigger tell_laboratory after insert or update or delete on brand_images
  for each row execute function tell_laboratory('brand');
