import type pg from 'pg'
import { keyFor, type OldSecret } from '#kit/server/keys.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import { asOwner } from './owner.ts'

export type GivenSecrets = {
  appSecret: string
  /** The one that `appSecret` has replaced, while that is fresh. */
  oldSecret?: string | undefined
}

/** Processes that know only the old secret must be gone by then: from now on the new one signs tokens. */
export const minutesToRestart = 60
/** A session that was not used for twelve hours is over: nothing that the old secret has signed is good any more. */
export const hoursToForget = 24

/** Key of the signed tenant context. */
export const tenantKey = (appSecret: string) => keyFor('tenant context', appSecret)

type Key = { inner_pad: Buffer; restart_seconds: number; end_seconds: number | null }

/** The keys that open something: the one in force, then the one it is replacing. */
async function liveKeys(client: pg.Client): Promise<Key[]> {
  const { rows } = await client
    .query<Key>(
      `select inner_pad, extract(epoch from added_at + make_interval(mins => $1) - now())::float8 as restart_seconds,
       case when ends_at < 'infinity' then extract(epoch from ends_at - now())::float8 end as end_seconds
     from tenant.signing_key where ends_at > now() order by ends_at desc`,
      [minutesToRestart],
    )
    .catch(error => {
      if (!['42P01', '42703', '3F000'].includes(error.code)) throw error
      throw new OperatorError('This database does not belong to this release yet: run npm start once before.')
    })
  return rows
}

const isOf = (secret: string | undefined, key: Key | undefined) =>
  secret !== undefined && key?.inner_pad.equals(hmacPads(tenantKey(secret)).inner) === true

/** At a start: the first secret that the database hears of is its own, and no other is taken unasked. */
export async function admitSecret(
  client: pg.Client,
  { appSecret, oldSecret }: GivenSecrets,
): Promise<OldSecret | undefined> {
  const [inForce, before] = await liveKeys(client)
  if (!inForce) {
    await insertKey(client, appSecret)
    return
  }
  if (!isOf(appSecret, inForce)) {
    // Until the new one signs anything, a process that has not heard of it does no harm.
    if (isOf(appSecret, before) && inForce.restart_seconds > 0) return
    throw new OperatorError(
      isOf(appSecret, before)
        ? 'APP_SECRET has been replaced: set the new one.'
        : 'APP_SECRET is not the one that this database knows: set that one, or put its file app-secret back. If it is lost, run ' +
            '`npm run rotate-secret -- --sign-everyone-out`. To have it replaced, see docs/operations.md.',
    )
  }
  if (!before) return
  if (!oldSecret || !isOf(oldSecret, before)) {
    throw new OperatorError(
      'APP_SECRET has replaced another less than a day ago: set APP_SECRET_OLD to that one, or everybody would be signed out.',
    )
  }
  const inSeconds = (seconds: number) => Date.now() + seconds * 1000
  return {
    secret: oldSecret,
    signsUntil: inSeconds(inForce.restart_seconds),
    acceptedUntil: inSeconds(before.end_seconds ?? 0),
  }
}

/** Lets another secret in beside the one in force, for as long as it takes that nobody notices. */
export const rotateSecret = (ownerUrl: string, { appSecret, oldSecret }: GivenSecrets): Promise<void> =>
  asOwner(ownerUrl, async client => {
    const [inForce, before] = await liveKeys(client)
    // Asked for a second time: it has come in.
    if (before && isOf(appSecret, inForce)) return
    refuseInForce(appSecret, inForce)
    if (before) throw new OperatorError('The secret was replaced less than a day ago: wait until that is over.')
    if (!isOf(oldSecret, inForce)) {
      throw new OperatorError(
        'APP_SECRET_OLD is not the secret that this database knows. If that one is lost, run `npm run rotate-secret -- --sign-everyone-out`.',
      )
    }
    await putInForce(client, appSecret, `${hoursToForget} hours`)
  })

/** In place of all others, at once: whatever they have signed is void. */
export const replaceSecret = (ownerUrl: string, appSecret: string): Promise<void> =>
  asOwner(ownerUrl, async client => {
    const [inForce] = await liveKeys(client)
    refuseInForce(appSecret, inForce)
    await putInForce(client, appSecret, '0')
  })

function refuseInForce(appSecret: string, inForce: Key | undefined) {
  if (isOf(appSecret, inForce))
    throw new OperatorError('APP_SECRET is the one in force: expected another to take its place.')
}

async function putInForce(client: pg.Client, appSecret: string, othersLiveFor: string) {
  await client.query('begin')
  await client.query('delete from tenant.signing_key where ends_at <= now()')
  await client.query('update tenant.signing_key set ends_at = now() + $1::interval', [othersLiveFor])
  await insertKey(client, appSecret)
  await client.query('commit')
}

async function insertKey(client: pg.Client, appSecret: string) {
  const { inner, outer } = hmacPads(tenantKey(appSecret))
  await client.query(
    `insert into tenant.signing_key (inner_pad, outer_pad) values ($1, $2)
     on conflict (inner_pad) do update set added_at = default, ends_at = default`,
    [inner, outer],
  )
}

/** PostgreSQL has sha256 but no HMAC without an extension; with the padded keys at hand it is two calls (RFC 2104). */
function hmacPads(key: Buffer) {
  const padded = Buffer.alloc(64)
  key.copy(padded)
  return { inner: padded.map(byte => byte ^ 0x36), outer: padded.map(byte => byte ^ 0x5c) }
}
