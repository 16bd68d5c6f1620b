-- Whoever is forgotten leaves nothing of their own behind: a draft that was being saved meanwhile waited for the row of its writer,
-- which stays, and came after all that was theirs had been taken away. Now it waits to see whether it still has a writer.
create function tenant.refuse_for_the_forgotten() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  whose uuid;
begin
  execute format('select ($1).%I', tg_argv[0]) into whose using new;
  -- Keys of programs are nobody's.
  if whose is null then
    return new;
  end if;
  perform from users u where u.brand_id = new.brand_id and u.id = whose and u.erased_at is null for key share;
  if not found then
    raise exception 'written by somebody who has been forgotten'
      using errcode = 'foreign_key_violation', table = tg_table_name,
        detail = format('Key (%s)=(%s) is not present in table "users".', tg_argv[0], whose);
  end if;
  return new;
end $$;
revoke all on function tenant.refuse_for_the_forgotten() from public;

create trigger not_for_the_forgotten before insert on order_drafts for each row execute function tenant.refuse_for_the_forgotten('user_id');
create trigger not_for_the_forgotten before insert on case_views for each row execute function tenant.refuse_for_the_forgotten('user_id');
create trigger not_for_the_forgotten before insert on calendar_feeds for each row execute function tenant.refuse_for_the_forgotten('user_id');
create trigger not_for_the_forgotten before insert on idempotency_keys for each row execute function tenant.refuse_for_the_forgotten('user_id');
create trigger not_for_the_forgotten before insert on feedback for each row execute function tenant.refuse_for_the_forgotten('author_id');
