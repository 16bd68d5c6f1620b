-- What a practice asks of a case that it cannot do itself: to have it earlier, to have it otherwise once it is being made. The
-- laboratory answers with a day, a yes or a no.

alter type audit_kind add value if not exists 'request_made';
alter type audit_kind add value if not exists 'request_withdrawn';
alter type audit_kind add value if not exists 'request_answered';

create type request_kind as enum ('earlier', 'change');
create type request_state as enum ('open', 'withdrawn', 'granted', 'refused');

create table order_requests (
  brand_id uuid not null,
  practice_id uuid not null,
  order_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind request_kind not null,
  -- The day by which it is needed.
  wished_on date,
  -- What is to become of the case, as it is written there once the laboratory says yes.
  change jsonb check (pg_column_size(change) < 65536),
  change_version smallint not null default 1,
  -- What changes in words, or why it is needed.
  words text check (words <> '' and length(words) <= 4000),
  asked_by uuid not null,
  asked_at timestamptz not null default now(),
  state request_state not null default 'open',
  -- The day that the laboratory gives in answer, which may be another than the one wished for.
  granted_on date,
  answer text check (answer <> '' and length(answer) <= 2000),
  decided_by uuid,
  decided_at timestamptz,
  primary key (brand_id, order_id, id),
  constraint order_requests__id unique (brand_id, id),
  foreign key (brand_id, practice_id, order_id) references orders (brand_id, practice_id, id),
  foreign key (brand_id, asked_by) references users (brand_id, id),
  foreign key (brand_id, decided_by) references users (brand_id, id),
  constraint order_requests__of_kind check (case kind
    when 'earlier' then wished_on is not null and change is null
    else wished_on is null and change is not null and words is not null end),
  constraint order_requests__decided
    check (num_nonnulls(decided_by, decided_at) = case state when 'open' then 0 else 2 end),
  constraint order_requests__granted check ((granted_on is not null) = (kind = 'earlier' and state = 'granted')),
  -- A no comes with its reason.
  constraint order_requests__refused check (state <> 'refused' or answer is not null),
  -- Two who ask the same at once: one is enough.
  constraint order_requests__once exclude using btree (brand_id with =, order_id with =, kind with =)
    where (state = 'open')
);
create index order_requests__open on order_requests (brand_id, asked_at) where state = 'open';
call tenant.protect_by_practice('order_requests');
grant select on order_requests to arcade_app;
grant insert (brand_id, practice_id, order_id, kind, wished_on, change, change_version, words, asked_by),
  update (state, granted_on, answer, decided_by, decided_at) on order_requests to arcade_app;

create function request_decided_once() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'open' then
    raise exception 'this request has been decided'
      using errcode = 'check_violation', constraint = 'order_requests__decided_once', table = 'order_requests';
  end if;
  if ((tenant.audience() = 'staff') = (new.state in ('granted', 'refused'))) is not true then
    raise exception 'not theirs to decide' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger decided_once before update of state, granted_on, decided_by, decided_at on order_requests for each row
  execute function request_decided_once();

create trigger tell_change after insert or update on order_requests for each row execute function tell_change('orders');

-- The practice is told of what the laboratory answers, as of a message.
create function tell_of_answer() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tell_practice(new.brand_id, new.practice_id, new.order_id, '{message}', tenant.user_id());
  perform mark_unread(new.brand_id, new.practice_id, new.order_id, tenant.user_id());
  return null;
end $$;
revoke all on function request_decided_once(), tell_of_answer() from public;
create trigger tell_of_answer after update of state on order_requests for each row
  when (new.state in ('granted', 'refused')) execute function tell_of_answer();
