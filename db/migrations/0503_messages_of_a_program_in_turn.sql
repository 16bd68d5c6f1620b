-- Messages that a program sends at one moment are counted one after the other: of several that came together each saw too few before it.
create or replace function refuse_talkative_program() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not tenant.is_program() then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('program_messages/' || new.brand_id || '/' || new.order_id, 0));
  if (select count(*) from order_messages m
      where m.brand_id = new.brand_id and m.order_id = new.order_id and m.author_id = tenant.user_id()
        and m.created_at > now() - interval '1 day') >= 50 then
    raise exception 'a program has written more about a case than anybody reads in a day'
      using errcode = 'check_violation', constraint = 'order_messages__pace', table = 'order_messages';
  end if;
  return new;
end $$;
