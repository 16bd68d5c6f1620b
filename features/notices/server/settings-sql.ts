import { sql } from 'kysely'
import type { Laboratory, PracticeUser, Staff } from '#tenancy/server/actor.ts'
import type { NoticeKind, NoticeSettings, NoticeWay } from '../contract.ts'
import { usualDigestHour } from '../rules.ts'

/** The user's choices, with defaults for the others. */
export async function findNoticeSettings(user: PracticeUser, kinds: readonly NoticeKind[]): Promise<NoticeSettings> {
  const { rows } = await sql<NoticeSettings>`
    select u.email, coalesce(d.hour, ${usualDigestHour}::smallint) as "digestHour",
      (select jsonb_object_agg(k.kind, coalesce(c.way, notice_way_by_default(k.kind)))
        from unnest(${[...kinds]}::notice_kind[]) as k (kind)
        left join notice_choices c on c.brand_id = u.brand_id and c.user_id = u.id and c.kind = k.kind) as ways
    from users u
    left join notice_digests d on d.brand_id = u.brand_id and d.user_id = u.id
    where u.brand_id = ${user.brandId} and u.id = ${user.userId}`.execute(user.tx)
  const [settings] = rows
  if (!settings) throw new Error('Whoever is signed in is not there.')
  return settings
}

/** How this practice user wants to be told of this kind. */
export async function findNoticeWay({ tx, brandId }: Staff, userId: string, kind: NoticeKind): Promise<NoticeWay> {
  const { rows } = await sql<{ way: NoticeWay }>`
    select coalesce((select way from notice_choices where brand_id = ${brandId} and user_id = ${userId} and kind = ${kind}),
      notice_way_by_default(${kind})) as way`.execute(tx)
  return rows[0]?.way ?? 'at_once'
}

type Choosing = Pick<Laboratory | PracticeUser, 'tx' | 'brandId'> & { userId: string }

export async function setNoticeWays(
  { tx, brandId, userId }: Choosing,
  ways: { readonly [K in NoticeKind]?: NoticeWay | undefined },
): Promise<void> {
  await sql`
    insert into notice_choices (brand_id, practice_id, user_id, kind, way)
    select u.brand_id, u.practice_id, u.id, chosen.key::notice_kind, chosen.value::notice_way
    from users u, jsonb_each_text(${JSON.stringify(ways)}::jsonb) as chosen
    where u.brand_id = ${brandId} and u.id = ${userId} and u.practice_id is not null
    order by chosen.key
    on conflict (brand_id, user_id, kind) do update set way = excluded.way`.execute(tx)
}

export const setDigestHour = ({ tx, brandId, userId }: PracticeUser, hour: number) =>
  tx
    .insertInto('notice_digests')
    .values({ brand_id: brandId, user_id: userId, hour })
    .onConflict(conflict => conflict.columns(['brand_id', 'user_id']).doUpdateSet({ hour }))
    .execute()

/** For the unsubscribe page, which needs no session: the user of the link, if they exist. */
export const findUnsubscriber = ({ tx, brandId }: Laboratory, userId: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'language'])
    .where('brand_id', '=', brandId)
    .where('id', '=', userId)
    .where('kind', '=', 'practice')
    .executeTakeFirst()
