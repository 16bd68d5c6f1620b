-- What the laboratory has done is told to the people of the practice: as a mark on the case until each has read it, and by
-- mail as each of them has chosen. Both are written with the change itself, by the tables that it changes, so that no
-- feature forgets it.

create type notice_kind as enum ('registered', 'on_hold', 'new_date', 'shipped', 'delivered', 'message');
create type notice_way as enum ('at_once', 'digest', 'never');

-- Few mails: at once what waits for an answer or changes somebody's day, in the digest what is good to know. What a practice
-- has done itself, and what stands before it on the table, nobody needs to be told.
create function notice_way_by_default(kind notice_kind) returns notice_way
language sql immutable parallel safe
return case
  when kind in ('on_hold', 'message', 'new_date') then 'at_once'::notice_way
  when kind = 'shipped' then 'digest'::notice_way
  else 'never'::notice_way
end;
revoke all on function notice_way_by_default(notice_kind) from public;
grant execute on function notice_way_by_default(notice_kind) to arcade_app;

-- What somebody has chosen otherwise. Of the practice and not of the user alone: what a colleague does looks here whom to tell.
create table notice_choices (
  brand_id uuid not null,
  practice_id uuid not null,
  user_id uuid not null,
  kind notice_kind not null,
  way notice_way not null,
  primary key (brand_id, user_id, kind),
  foreign key (brand_id, practice_id, user_id) references users (brand_id, practice_id, id) on update cascade
);
call tenant.protect_by_practice('notice_choices');
grant select, insert on notice_choices to arcade_app;
grant update (way) on notice_choices to arcade_app;

create table notice_digests (
  brand_id uuid not null,
  user_id uuid not null,
  -- By the clock of the laboratory.
  hour smallint not null constraint notice_digests__hour check (hour between 0 and 23),
  made_at timestamptz,
  primary key (brand_id, user_id),
  foreign key (brand_id, user_id) references users (brand_id, id)
);
call tenant.protect_by_user('notice_digests');
grant select, insert on notice_digests to arcade_app;
grant update (hour, made_at) on notice_digests to arcade_app;

-- For whom there is something to tell, until it stands in a mail. No words: what the case is called, and whether its reader
-- may see it, is asked when the mail is made.
create table notices (
  brand_id uuid not null,
  practice_id uuid not null,
  user_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind notice_kind not null,
  order_id uuid,
  created_at timestamptz not null default now(),
  primary key (brand_id, user_id, id),
  foreign key (brand_id, user_id) references users (brand_id, id),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id)
);
-- Anybody's doing may give reason to one; the laboratory alone makes mails of them.
alter table notices enable row level security;
alter table notices force row level security;
create policy of_laboratory on notices
  using (brand_id = (select tenant.brand_id()) and (select tenant.audience()) in ('staff', 'laboratory'));
create policy written_by_anyone on notices for insert with check (brand_id = (select tenant.brand_id()));
grant select, insert, delete on notices to arcade_app;

-- Cases of which a user has not read the latest. A row goes when it is read: whoever has read everything has none, a list of
-- them costs what it shows, and nobody begins with a thousand marks.
create sequence unread_news;
create table unread_cases (
  brand_id uuid not null,
  practice_id uuid not null,
  user_id uuid not null,
  order_id uuid not null,
  -- Grows with each thing that happens: who has read up to here has not read what came meanwhile.
  news bigint not null default nextval('unread_news'),
  since timestamptz not null default now(),
  primary key (brand_id, user_id, order_id),
  foreign key (brand_id, user_id) references users (brand_id, id),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id)
);
call tenant.protect_by_practice('unread_cases');
grant select, insert, delete on unread_cases to arcade_app;
grant update (news, since) on unread_cases to arcade_app;
grant usage on sequence unread_news to arcade_app;

-- To whoever works in the practice, save who has done it.
create function tell_practice(brand uuid, practice uuid, about uuid, kinds notice_kind[], doer uuid) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
begin atomic
  insert into notices (brand_id, practice_id, user_id, kind, order_id)
    select u.brand_id, u.practice_id, u.id, told, about
    from users u cross join unnest(kinds) as told
    left join notice_choices c on c.brand_id = u.brand_id and c.user_id = u.id and c.kind = told
    where u.brand_id = brand and u.practice_id = practice and u.disabled_at is null and u.id is distinct from doer
      and coalesce(c.way, notice_way_by_default(told)) <> 'never';
end;
create function mark_unread(brand uuid, practice uuid, about uuid, doer uuid) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
begin atomic
  insert into unread_cases (brand_id, practice_id, user_id, order_id)
    select u.brand_id, u.practice_id, u.id, about
    from users u
    where u.brand_id = brand and u.practice_id = practice and u.disabled_at is null and u.id is distinct from doer
    -- In one order, so that two who tell the same people do not wait for each other.
    order by u.id
  on conflict (brand_id, user_id, order_id) do update set news = nextval('unread_news');
end;
revoke all on function tell_practice(uuid, uuid, uuid, notice_kind[], uuid), mark_unread(uuid, uuid, uuid, uuid)
  from public;
grant execute on function tell_practice(uuid, uuid, uuid, notice_kind[], uuid), mark_unread(uuid, uuid, uuid, uuid)
  to arcade_app;

create function tell_of_case() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  doer uuid := tenant.user_id();
  kinds notice_kind[] := '{}';
  is_news boolean := false;
begin
  if tg_op = 'INSERT' then
    kinds := '{registered}';
  else
    is_news := new.status <> old.status;
    if is_news and new.status in ('shipped', 'delivered') then
      kinds := kinds || new.status::text::notice_kind;
    end if;
    if new.status = 'on_hold' and new.hold_answered_at is null
        and (old.status, old.hold_reason, old.hold_question, old.hold_answered_at)
          is distinct from (new.status, new.hold_reason, new.hold_question, new.hold_answered_at) then
      is_news := true;
      kinds := kinds || 'on_hold'::notice_kind;
    end if;
    -- A day that the practice's own absence has moved is no news from the laboratory.
    if new.delivery_on is distinct from old.delivery_on and tenant.audience() is distinct from 'practice' then
      is_news := true;
      kinds := kinds || 'new_date'::notice_kind;
    end if;
  end if;
  if cardinality(kinds) > 0 then
    perform tell_practice(new.brand_id, new.practice_id, new.id, kinds, doer);
  end if;
  if is_news then
    perform mark_unread(new.brand_id, new.practice_id, new.id, doer);
  end if;
  return null;
end $$;

-- What a colleague writes to the laboratory is seen by the others, and mailed to nobody.
create function tell_of_message() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.is_from_laboratory then
    perform tell_practice(new.brand_id, new.practice_id, new.order_id, '{message}', new.author_id);
  end if;
  perform mark_unread(new.brand_id, new.practice_id, new.order_id, new.author_id);
  return null;
end $$;

-- A mark comes and goes on every device of its reader: told like a change, to this user alone.
create function tell_unread() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('changes',
    coalesce(new.brand_id, old.brand_id) || '/' || coalesce(new.user_id, old.user_id) || '/' || tg_argv[0]);
  return null;
end $$;
revoke all on function tell_of_case(), tell_of_message(), tell_unread() from public;

-- As for tell_change: who fills a laboratory that nobody looks at yet tells nobody.
create trigger tell_of_new_case after insert on orders for each row
  when (new.status = 'registered' and current_setting('changes.quiet', true) is distinct from 'on')
  execute function tell_of_case();
create trigger tell_of_case after update of status, hold_reason, hold_question, hold_answered_at, delivery_on on orders
  for each row when (current_setting('changes.quiet', true) is distinct from 'on') execute function tell_of_case();
create trigger tell_of_message after insert on order_messages for each row
  when (current_setting('changes.quiet', true) is distinct from 'on') execute function tell_of_message();
create trigger tell_unread after insert or update or delete on unread_cases for each row
  execute function tell_unread('unread');

-- Where whoever gets a mail can end such mails without signing in (RFC 8058): with the content, it goes when it is sent.
alter table mails add column unsubscribe_url text;
alter table mails add constraint mails__unsubscribe_url
  check (unsubscribe_url is null or state <> 'sent' and unsubscribe_url ~ '^https?://[^\s<>"]+$') not valid;
grant insert (unsubscribe_url), update (unsubscribe_url) on mails to arcade_app;
