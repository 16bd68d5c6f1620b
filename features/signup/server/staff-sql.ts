import { sql } from 'kysely'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { type Alike, mostListed, type SignupRequest } from '../contract.ts'

const manyFromOneNetwork = 5

const listed = (staff: Staff) =>
  staff.tx
    .selectFrom('signup_requests as r')
    .select([
      'r.id',
      'r.created_at as createdAt',
      'r.state',
      'r.rpps_siret_siren as rppsSiretSiren',
      'r.title',
      'r.last_name as lastName',
      'r.first_name as firstName',
      'r.city',
      'r.email1',
      'r.decided_at as decidedAt',
    ])
    .where('r.brand_id', '=', staff.brandId)

/** Counts the requests in the list from the same network, including this one. */
const fromThere = sql<number>`count(*) over (partition by r.network)`
const nearby = sql<number>`(${fromThere} - 1)::int`.as('nearby')

/** Oldest first; those from networks with many requests last. */
export const listWaitingSignups = (staff: Staff) =>
  listed(staff)
    .select(nearby)
    .where('r.state', '=', 'waiting')
    .orderBy(sql`${fromThere} > ${manyFromOneNetwork}`)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(mostListed)
    .execute()

export const listDecidedSignups = (staff: Staff) =>
  listed(staff)
    .select(nearby)
    .where('r.state', '<>', 'waiting')
    .orderBy('r.decided_at', 'desc')
    .orderBy('r.id')
    .limit(mostListed)
    .execute()

export const findSignup = (staff: Staff, id: string) =>
  listed(staff)
    .leftJoin('users as u', join => join.onRef('u.brand_id', '=', 'r.brand_id').onRef('u.id', '=', 'r.decided_by'))
    .leftJoin('practices as p', join => join.onRef('p.brand_id', '=', 'r.brand_id').onRef('p.id', '=', 'r.practice_id'))
    .leftJoin('users as i', join =>
      join
        .onRef('i.brand_id', '=', 'p.brand_id')
        .onRef('i.practice_id', '=', 'p.id')
        .on('i.login', '=', sql<string>`lower(normalize(r.email1))`)
        .on('i.password_hash', 'is', null)
        .on('i.disabled_at', 'is', null),
    )
    .select([
      'r.gender',
      'r.address',
      'r.postal_code as postalCode',
      'r.country_code as country',
      'r.phone',
      'r.mobile',
      'r.lunch_break_hours as lunchBreakHours',
      'r.weekly_closure as weeklyClosure',
      'r.email1_label as email1Label',
      'r.email2_label as email2Label',
      'r.email2',
      'r.discovery_source as discoverySource',
      'r.camera_model as cameraModel',
      'r.additional_comment as additionalComment',
      'r.language',
      sql<string | null>`case when u.id is not null then ${fullNameOf('u')} end`.as('decidedBy'),
      'r.reason',
      'r.is_refused_silently as isRefusedSilently',
      'r.is_sent_link as isSentLink',
      sql<
        SignupRequest['practice']
      >`case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name) end`.as('practice'),
      sql<SignupRequest['invited']>`
        case when i.id is not null then jsonb_build_object('id', i.id, 'name', ${fullNameOf('i')}) end`.as('invited'),
      sql<number>`(
        select count(*)::int from signup_requests o where o.brand_id = r.brand_id and o.network = r.network
          and o.id <> r.id and o.state = 'waiting')`.as('nearby'),
    ])
    .where('r.id', '=', id)
    .executeTakeFirst()

/** Locks the request: of two concurrent decisions, the second waits and then sees the first. */
export const lockSignup = ({ tx, brandId }: Staff, id: string) =>
  tx
    .selectFrom('signup_requests')
    .select([
      'state',
      'rpps_siret_siren as rppsSiretSiren',
      'title',
      'first_name as firstName',
      'last_name as lastName',
      'address',
      'postal_code as postalCode',
      'city',
      'country_code as countryCode',
      'phone',
      'mobile',
      'lunch_break_hours as lunchBreakHours',
      'weekly_closure as weeklyClosure',
      'email1 as email',
      'email2',
      'language',
    ])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

const decided = ({ userId }: Staff) => ({ decided_at: sql<string>`now()`, decided_by: userId })

export const setSignupApproved = (staff: Staff, id: string, practiceId: string) =>
  staff.tx
    .updateTable('signup_requests')
    .set({ state: 'approved', practice_id: practiceId, ...decided(staff) })
    .where('brand_id', '=', staff.brandId)
    .where('id', '=', id)
    .execute()

/** `reason` is null when the mail gave none. */
export const setSignupRefused = (staff: Staff, id: string, reason: string | null) =>
  staff.tx
    .updateTable('signup_requests')
    .set({ state: 'refused', reason, ...decided(staff) })
    .where('brand_id', '=', staff.brandId)
    .where('id', '=', id)
    .execute()

/** The requester has an account already: the mailed link is the answer. */
export const setAnsweredByLink = (staff: Staff, id: string) =>
  staff.tx
    .updateTable('signup_requests')
    .set({ state: 'refused', is_sent_link: true, ...decided(staff) })
    .where('brand_id', '=', staff.brandId)
    .where('id', '=', id)
    .execute()

/** Whether a practice is disabled. */
export const isClosed = async ({ tx, brandId }: Staff, practiceId: string): Promise<boolean> =>
  (await tx
    .selectFrom('practices')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', practiceId)
    .where('disabled_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** A practice user with access and one of the addresses that the request names; undefined otherwise. */
export const findKnownUser = ({ tx, brandId }: Staff, requestId: string, userId: string) =>
  tx
    .selectFrom('users as u')
    .innerJoin('signup_requests as r', 'r.brand_id', 'u.brand_id')
    .select('u.id')
    .where('u.brand_id', '=', brandId)
    .where('u.id', '=', userId)
    .where('u.kind', '=', 'practice')
    .where('u.disabled_at', 'is', null)
    .where('r.id', '=', requestId)
    .where(sql<boolean>`lower(u.email) in (lower(r.email1), lower(r.email2))`)
    .executeTakeFirst()

/** Refuses the request, with all others waiting from the same network if asked. Returns the number refused. */
export const setRefusedSilently = async (staff: Staff, id: string, withNearby: boolean) => {
  const refused = await staff.tx
    .updateTable('signup_requests')
    .set({ state: 'refused', is_refused_silently: true, ...decided(staff) })
    .where('brand_id', '=', staff.brandId)
    .where('state', '=', 'waiting')
    .where(({ eb, selectFrom }) =>
      withNearby
        ? eb(
            'network',
            '=',
            selectFrom('signup_requests').select('network').where('brand_id', '=', staff.brandId).where('id', '=', id),
          )
        : eb('id', '=', id),
    )
    .returning('id')
    .execute()
  return refused.length
}

/** Letters and digits without accents, one space between words. */
const plain = (column: string) => sql`btrim(regexp_replace(searchable(${sql.ref(column)}), '[^[:alnum:]]+', ' ', 'g'))`

type Found = Alike & { requestId: string }

/** For each request, the practices, people and other requests that it resembles, most similar first. */
export async function listAlike({ tx, brandId }: Staff, ids: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with asked as materialized (
      select r.id, r.practice_id, identifier_key(r.rpps_siret_siren) as number, ${plain('r.last_name')} as last_name,
        ${plain('r.first_name')} as first_name, ${plain('r.postal_code')} as postal_code, ${plain('r.address')} as address,
        array_remove(array[lower(r.email1), lower(r.email2)], null) as emails
      from signup_requests r where r.brand_id = ${brandId} and r.id = any(${ids}::uuid[])
    ), known as materialized (
      select 'practice' as kind, p.id, p.id as practice_id, p.name as shown,
        concat_ws(', ', nullif(p.address, ''), nullif(concat_ws(' ', p.postal_code, p.city), ' ')) as detail,
        identifier_key(p.rpps_siret_siren) as number, ${plain('p.name')} as name, null as last_name, null as first_name,
        ${plain('p.postal_code')} as postal_code, ${plain('p.address')} as address, '{}'::text[] as emails, false as comes_in,
        p.disabled_at is not null as is_disabled
      from practices p where p.brand_id = ${brandId}
      union all
      select 'user', u.id, u.practice_id, ${fullNameOf('u')}, concat_ws(' · ', p.name, u.email), '', null,
        ${plain('u.last_name')}, ${plain('u.first_name')}, '', '', array[lower(u.email), u.login],
        u.kind = 'practice' and u.disabled_at is null, false
      from users u left join practices p on p.brand_id = u.brand_id and p.id = u.practice_id where u.brand_id = ${brandId}
      union all
      select 'request', r.id, null, ${fullNameOf('r')}, concat_ws(' · ', concat_ws(' ', r.postal_code, r.city), r.email1),
        identifier_key(r.rpps_siret_siren), null, ${plain('r.last_name')}, ${plain('r.first_name')},
        ${plain('r.postal_code')}, ${plain('r.address')}, array_remove(array[lower(r.email1), lower(r.email2)], null), false, false
      from signup_requests r where r.brand_id = ${brandId}
    ), alike as (
      select asked.id as "requestId", known.kind, known.id, known.shown as name, known.detail, known.is_disabled as "isDisabled",
        known.comes_in and known.emails[1] = any (asked.emails) as "maySignIn", array_remove(array[
        case when asked.number <> '' and asked.number = known.number then 'number' end,
        case when asked.last_name <> '' and (
          (asked.last_name, asked.first_name) = (known.last_name, known.first_name)
          or strpos(' ' || known.name || ' ', ' ' || asked.last_name || ' ') > 0) then 'name' end,
        case when asked.emails && known.emails then 'email' end,
        case when asked.postal_code <> '' and asked.address <> ''
          and (asked.postal_code, asked.address) = (known.postal_code, known.address) then 'address' end], null) as because
      from asked join known on known.id <> asked.id
        -- What an approval has made of it is no likeness.
        and (asked.practice_id is null or known.practice_id is distinct from asked.practice_id)
    )
    select * from alike where because <> '{}'
    order by cardinality(because) desc, kind, name, id`.execute(tx)
  return rows
}
