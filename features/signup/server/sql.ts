import { sql } from 'kysely'
import type { Language } from '#kit/language.ts'
import { fingerprintOf } from '#kit/server/idempotency.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import type { NewSignup } from '../input.ts'
import { identifierToKeep } from '../rules.ts'
import { signupLimits } from './limits.ts'

/**
 * Stores the request. Returns its id and language, no id if it was stored before, or the seconds until the limit allows
 * another. A lock per laboratory makes the limits reliable.
 */
export async function insertSignup(
  { tx, brandId }: Laboratory,
  asked: NewSignup,
  network: Buffer,
): Promise<{ newId: undefined } | { newId: string; language: Language } | { retryAfter: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`signup/${brandId}`}, 0))`.execute(tx)
  const fingerprint = fingerprintOf(asked)
  const again = await tx
    .selectFrom('signup_requests')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('fingerprint', '=', fingerprint)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (again) return { newId: undefined }
  const { rows } = await sql<{ seconds: number | null }>`
    with recent as materialized (
      select network, state, created_at + interval '1 day' as freed from signup_requests
      where brand_id = ${brandId} and created_at > now() - interval '1 day'
    ), waiting as (select freed from recent where state = 'waiting')
    select extract(epoch from max(freed) - now())::int as seconds from (
      (select freed from recent where network = ${network} and state <> 'approved' order by freed desc
        offset case when (select count(*) from waiting) < ${signupLimits.crowd}
          then ${signupLimits.network - 1}::int else ${signupLimits.networkInCrowd - 1}::int end limit 1)
      union all
      (select freed from waiting order by freed desc offset ${signupLimits.laboratory - 1} limit 1)) as full_until`.execute(
    tx,
  )
  const seconds = rows[0]?.seconds ?? null
  if (seconds !== null) return { retryAfter: Math.max(seconds, 1) }
  const language = asked.language ?? (await languageOf(tx, brandId))
  const { id: newId } = await tx
    .insertInto('signup_requests')
    .values({
      brand_id: brandId,
      rpps_siret_siren: identifierToKeep(asked.rppsSiretSiren),
      title: asked.title,
      gender: asked.gender,
      last_name: asked.lastName,
      first_name: asked.firstName,
      address: asked.address,
      postal_code: asked.postalCode,
      city: asked.city,
      country_code: asked.country,
      phone: asked.phone,
      mobile: asked.mobile || null,
      lunch_break_hours: asked.lunchBreakHours || null,
      weekly_closure: asked.weeklyClosure || null,
      email1_label: asked.email1Label,
      email1: asked.email1,
      email2_label: asked.email2Label || null,
      email2: asked.email2 || null,
      discovery_source: asked.discoverySource || null,
      camera_model: asked.cameraModel || null,
      additional_comment: asked.additionalComment || null,
      language,
      fingerprint,
      network,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { newId, language }
}

/** Whether another request of the last day, whatever its state, named the same address: each address gets one mail. */
export async function hasAskedLately({ tx, brandId }: Laboratory, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from signup_requests asked
    join signup_requests other on other.brand_id = asked.brand_id and other.id <> asked.id
      and lower(other.email1) = lower(asked.email1) and other.created_at > now() - interval '1 day'
    where asked.brand_id = ${brandId} and asked.id = ${id} limit 1`.execute(tx)
  return rows.length > 0
}

async function languageOf(tx: Laboratory['tx'], brandId: string): Promise<Language> {
  const brand = await tx
    .selectFrom('brands')
    .select('default_language as language')
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow()
  return brand.language
}
