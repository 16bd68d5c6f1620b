import { recordDeed, recordEvent } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { hostOf } from '#kit/server/request-context.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { SignedIn } from '#tenancy/server/actor.ts'
import { asAccountHolder, asSignedIn, asVisitor } from '#tenancy/server/guards.ts'
import { passkeyCalls } from '../passkey-contract.ts'
import type { Attempts } from './attempts.ts'
import { deviceOf } from './device.ts'
import type { Entrance } from './entrance.ts'
import { knownDevice } from './known-device.ts'
import { settle } from './limits-sql.ts'
import { passkeyAddedMail, passkeyRemovedMail } from './mail-text.ts'
import { ownPasswordHash } from './own-password.ts'
import { creationOptions, requestOptions, userHandleOf, verifiedAssertion, verifiedRegistration } from './passkey.ts'
import { challengeHashOf, type PasskeyChallenges } from './passkey-challenges.ts'
import {
  deletePasskey,
  findPasskey,
  findSignInAge,
  insertPasskey,
  listPasskeys,
  mostPasskeys,
  setPasskeyName,
  setPasskeyUsed,
  spendChallenge,
} from './passkey-sql.ts'
import { findOwnWords } from './password-sql.ts'
import type { RefreshTokens } from './refresh-token.ts'

type Means = { attempts: Attempts; challenges: PasskeyChallenges }

/** After a sign-in this recent the password is not required again. */
const recentSeconds = 600

type Door = { entrance: Entrance; refreshTokens: RefreshTokens }

/** Signing in with a passkey. */
export function passkeyRoutes(api: Api, { attempts, challenges, entrance, refreshTokens }: Means & Door) {
  on(api, passkeyCalls.challenge, asVisitor, async ({ actor: { host, laboratory } }) => {
    const brandId = await laboratory(async ({ brandId }) => brandId)
    return { data: requestOptions(challenges.make({ brandId, host }), host) }
  })

  on(api, passkeyCalls.signIn, asVisitor, async ({ actor: visitor, body, incoming, outgoing, refuse }) => {
    const { host, address, requestId } = visitor
    const { user, attempt, isFamiliar } = await visitor.laboratory(async laboratory => {
      const user = await findPasskey(laboratory, host, Buffer.from(body.id, 'base64url'))
      const userId = user?.user_id
      const { vouching: device, isFamiliar } = await knownDevice(laboratory, refreshTokens, incoming, userId)
      const { brandId } = laboratory
      return { user, isFamiliar, attempt: { brandId, login: `passkey ${body.id}`, address, device, userId } }
    })
    const { brandId } = attempt
    const session = await attempts.inTurn(visitor.laboratory, attempt, async limits => {
      const isWhose = user && body.userHandle === userHandleOf(user.user_id)
      const signed =
        isWhose && (await verifiedAssertion(body, user, { headers: incoming, challenges, use: { brandId, host } }))
      // Returns a value instead of throwing, because the challenge must stay spent even if the caller is refused.
      return visitor.laboratory(async laboratory => {
        const isGood =
          signed &&
          (await spendChallenge(laboratory, challengeHashOf(signed.challenge))) &&
          (await setPasskeyUsed(laboratory, user.id, signed))
        const session =
          isGood &&
          (await entrance.begin(laboratory, user, {
            requestId,
            headers: incoming,
            isFamiliar,
            secondFactor: 'passkey',
          }))
        if (!session)
          await recordEvent(laboratory, {
            kind: 'sign_in_refused',
            requestId,
            ...(user ? { userId: user.user_id } : {}),
          })
        await settle(laboratory, limits, Boolean(session))
        return session || undefined
      })
    })
    if (!user || !session) return refuse('passkey_refused')
    return { data: await entrance.admit(outgoing, session, user) }
  })
}

/** Managing the signed-in user's passkeys. */
export function ownPasskeyRoutes(api: Api, { attempts, challenges }: Means) {
  const tell = async (user: SignedIn, write: typeof passkeyAddedMail, passkey: string) => {
    const own = await findOwnWords(user)
    const to = { address: own.email, language: own.language }
    await api.services.outbox.put(user, to, write(own, passkey))
  }

  on(api, passkeyCalls.list, asSignedIn, async ({ actor: user }) => ({ data: await listPasskeys(user) }))

  on(api, passkeyCalls.prepare, asAccountHolder, async ({ actor: holder, body, incoming, refuse }) => {
    const { own, passkeys, age } = await holder.signedIn(async user => ({
      own: await findOwnWords(user),
      passkeys: await listPasskeys(user),
      age: await findSignInAge(user),
    }))
    if (passkeys.length >= mostPasskeys) refuse('passkeys_full')
    if (body.password !== undefined) {
      if (!(await ownPasswordHash(attempts, holder, body.password, 'passkey_refused'))) refuse('password_wrong')
    } else if (age > recentSeconds) refuse('password_needed')
    const { brandId, sessionId, userId } = holder
    const host = hostOf(incoming.get('host'))
    const challenge = challenges.make({ brandId, host, sessionId })
    const there = passkeys.filter(passkey => passkey.host === host)
    return { data: creationOptions(challenge, { host, user: { ...own, id: userId }, passkeys: there }) }
  })

  on(api, passkeyCalls.add, asSignedIn, async ({ actor: user, body, incoming, requestId, refuse }) => {
    const host = hostOf(incoming.get('host'))
    const { brandId, sessionId } = user
    const made = await verifiedRegistration(body, { headers: incoming, challenges, use: { brandId, host, sessionId } })
    if (!made || !(await spendChallenge(user, challengeHashOf(made.challenge)))) return refuse('passkey_unusable')
    const device = deviceOf(incoming.get('user-agent'))
    const added = await insertPasskey(user, { ...made, host, device })
    if (!added) return refuse('passkeys_full')
    await recordDeed(user, 'passkey_added', requestId)
    await tell(user, passkeyAddedMail, device)
    return { data: added }
  })

  on(api, passkeyCalls.rename, asSignedIn, async ({ actor: user, params, body, requestId }) => {
    if (!(await setPasskeyName(user, params.id, body.name))) throw problem('not_found')
    await recordDeed(user, 'passkey_renamed', requestId)
    return undefined
  })

  on(api, passkeyCalls.remove, asSignedIn, async ({ actor: user, params, requestId }) => {
    const removed = await deletePasskey(user, params.id)
    if (!removed) throw problem('not_found')
    await recordDeed(user, 'passkey_removed', requestId)
    await tell(user, passkeyRemovedMail, removed.name || removed.device)
    return undefined
  })
}
