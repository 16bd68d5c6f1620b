import { recordEvent } from '#features/audit/server/sql.ts'
import { Problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Challenged } from '#tenancy/server/actor.ts'
import { asVisitor } from '#tenancy/server/guards.ts'
import { secondStepCalls } from '../second-factor-contract.ts'
import type { Attempts } from './attempts.ts'
import { challengeHashOf, taken } from './challenge.ts'
import type { Entrance } from './entrance.ts'
import { knownDevice } from './known-device.ts'
import { type Limit, limitsOfCode } from './limits.ts'
import { release, settle } from './limits-sql.ts'
import type { RefreshTokens } from './refresh-token.ts'
import { codesRefusedMail, recoveryCodeUsedMail } from './second-factor-mail-text.ts'
import { countRecoveryCodes, countTry, deleteChallenge, findWhose, mostTries } from './second-factor-sql.ts'
import { findUser } from './sql.ts'

type Means = { attempts: Attempts; entrance: Entrance; refreshTokens: RefreshTokens }
type Refused = 'code_wrong' | 'challenge_over'

const unlessOver = (error: unknown): undefined => {
  if (error instanceof Problem && error.code === 'not_found') return undefined
  throw error
}

/** The second step after the right password. */
export function secondStepRoutes(api: Api, { attempts, entrance, refreshTokens }: Means) {
  const { outbox } = api.services

  on(api, secondStepCalls.prove, asVisitor, async ({ actor: visitor, body, incoming, outgoing, requestId, refuse }) => {
    const tokenHash = challengeHashOf(body.challenge)
    const found = await visitor
      .challenge(tokenHash, async ({ laboratory, userId }) => ({
        brandId: laboratory.brandId,
        userId,
        ...(await knownDevice(laboratory, refreshTokens, incoming, userId)),
      }))
      .catch(unlessOver)
    if (!found) return refuse('challenge_over')
    const { brandId, userId, vouching: device, isFamiliar } = found
    const { address } = visitor
    const attempt = { brandId, login: userId, address, device, userId }
    const look = async (limits: readonly Limit[]) => {
      const outcome = await visitor
        .challenge(tokenHash, async challenged => {
          const tries = await countTry(challenged)
          if (tries === undefined) return undefined
          const secondFactor = await taken(challenged, body.code)
          if (!secondFactor) return refused(challenged, limits, tries)
          const { laboratory } = challenged
          await deleteChallenge(challenged)
          await settle(laboratory, limits, true)
          const user = await findUser(laboratory, userId)
          const arrival = { requestId, headers: incoming, isFamiliar, secondFactor }
          const session = user && (await entrance.begin(laboratory, user, arrival))
          if (!session) return 'challenge_over'
          if (secondFactor === 'recovery_code') await tellOfRecovery(challenged, session.id)
          return { session, user }
        })
        .catch(unlessOver)
      if (!outcome) await visitor.laboratory(laboratory => release(laboratory, limits))
      return outcome ?? 'challenge_over'
    }

    async function refused(challenged: Challenged, limits: readonly Limit[], tries: number): Promise<Refused> {
      const { laboratory } = challenged
      await recordEvent(laboratory, { kind: 'second_factor_refused', requestId, userId })
      await settle(laboratory, limits, false)
      if (tries < mostTries) return 'code_wrong'
      const whose = await findWhose(laboratory, userId)
      const to = { address: whose.email, language: whose.language }
      await outbox.put(laboratory, to, codesRefusedMail(whose))
      return 'challenge_over'
    }

    async function tellOfRecovery({ laboratory }: Challenged, sessionId: string) {
      await recordEvent(laboratory, { kind: 'recovery_code_used', requestId, userId, sessionId })
      const whose = await findWhose(laboratory, userId)
      const to = { address: whose.email, language: whose.language }
      await outbox.put(laboratory, to, recoveryCodeUsedMail(whose, await countRecoveryCodes(laboratory, userId)))
    }

    const outcome = await attempts.inTurn(visitor.laboratory, attempt, look, limitsOfCode({ userId, address, device }))
    if (typeof outcome === 'string') return refuse(outcome)
    return { data: await entrance.admit(outgoing, outcome.session, outcome.user) }
  })
}
