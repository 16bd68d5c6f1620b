-- What practices can request, said by the laboratory's administrators.

alter type audit_kind add value if not exists 'supplies_changed';

create policy settings_insert on supplies as restrictive for insert with check ((select tenant.refuse_unless_settings()));
create policy settings_update on supplies as restrictive for update using ((select tenant.refuse_unless_settings()));
grant insert, update (position, label_fr, label_en, options, is_retired) on supplies to arcade_app;

create trigger tell_laboratory after insert or update on supplies for each row execute function tell_laboratory('supplies');
