import { recordDeed, recordEvent } from '#features/audit/server/sql.ts'
import { setLanguage } from '#features/people/server/own-sql.ts'
import type { ProblemDetails } from '#kit/problem.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { AccountHolder, PracticeUser, SignedIn } from '#tenancy/server/actor.ts'
import { asAccountHolder, asPracticeUser, asSignedIn } from '#tenancy/server/guards.ts'
import { needsPassword, wantedBy } from '../change-rules.ts'
import { type AccountChange, type AccountPart, accountCalls } from '../contract.ts'
import { documentsOf, findAccount } from './account-sql.ts'
import {
  findChange,
  insertChange,
  listChanges,
  listTaken,
  lockChanges,
  lockOwnPending,
  lockWithdrawable,
  setFields,
  setWithdrawn,
} from './changes-sql.ts'

/** Whether this is the signed-in user's password; throws after too many tries. */
export type IsOwnPassword = (holder: AccountHolder, password: string) => Promise<boolean>

/** Notifies the laboratory of the waiting request. */
type TellWaiting = (user: PracticeUser, id: string) => Promise<void>

type Asking = {
  actor: PracticeUser
  body: object
  requestId: string
  refuse: (code: 'change_pending', details?: ProblemDetails) => never
}

export function accountRoutes(api: Api, isOwnPassword: IsOwnPassword, tellWaiting: TellWaiting) {
  on(api, accountCalls.show, asPracticeUser, async ({ actor: user }) => {
    const row = await findAccount(user)
    const documents = documentsOf(row)
    return {
      data: {
        practice: row.practice,
        personalInformation: documents.personal_information,
        officeAddress: {
          address: row.address,
          postalCode: row.postal_code,
          city: row.city,
          countryCode: row.country_code,
        },
        contactInformation: documents.contact_information,
        deliveryInstruction: documents.delivery_instruction,
        changes: await listChanges(user),
      },
    }
  })

  on(api, accountCalls.changePersonal, asAccountHolder, async ({ actor: holder, body, requestId, refuse }) => {
    const part = 'personal_information'
    const { currentPassword, ...patch } = body
    const asUser = <T>(work: (user: PracticeUser) => Promise<T>) => holder.signedIn(user => work(practiceUser(user)))
    const isNeeded = () => asUser(async user => isPasswordNeeded(await findWanted(user, part, patch)))
    const isProven = currentPassword !== undefined && (await isNeeded())
    if (isProven && !(await isOwnPassword(holder, currentPassword))) refuse('password_wrong')
    const data = await asUser(actor => ask(tellWaiting, part, { actor, body: patch, requestId, refuse }, isProven))
    return { data }
  })

  on(api, accountCalls.changeContact, asPracticeUser, async asking => ({
    data: await ask(tellWaiting, 'contact_information', asking),
  }))

  on(api, accountCalls.changeDelivery, asPracticeUser, async asking => ({
    data: await ask(tellWaiting, 'delivery_instruction', asking),
  }))

  on(api, accountCalls.withdraw, asPracticeUser, async ({ actor: user, params, requestId, refuse }) => {
    const change = await lockWithdrawable(user, params.id)
    if (!change) throw problem('not_found')
    if (change.state !== 'pending') return refuse('change_decided')
    await setWithdrawn(user, params.id)
    await recordDeed(user, 'account_change_withdrawn', requestId)
    return undefined
  })

  on(api, accountCalls.changeLanguage, asSignedIn, async ({ actor: user, body, requestId }) => {
    await setLanguage(user, body.language)
    await recordEvent(user, { kind: 'language_changed', requestId, userId: user.userId, sessionId: user.sessionId })
    return undefined
  })
}

/** Only practices have this right. */
function practiceUser(user: SignedIn): PracticeUser {
  if (user.kind !== 'practice') throw problem('forbidden')
  return user
}

/** The patch's result on top of the same user's earlier request. */
async function findWanted(user: PracticeUser, part: AccountPart, patch: object) {
  const pending = await lockOwnPending(user, part)
  const asked = pending?.fields ?? []
  return { pending, asked, wanted: wantedBy(part, documentsOf(await findAccount(user))[part], asked, patch) }
}

const isPasswordNeeded = ({ wanted, asked }: Awaited<ReturnType<typeof findWanted>>) => needsPassword(wanted, asked)

/** Requests from the laboratory what the patch changes; withdraws the request if nothing differs any more. */
async function ask(
  tellWaiting: TellWaiting,
  part: AccountPart,
  { actor: user, body, requestId, refuse }: Asking,
  isProven = false,
): Promise<AccountChange | null> {
  await lockChanges(user)
  const found = await findWanted(user, part, body)
  const { pending, wanted } = found
  if (!isProven && isPasswordNeeded(found))
    throw problem('input_invalid', { errors: [{ path: 'currentPassword', code: 'required' }] })
  if (wanted.length === 0) {
    if (!pending) return null
    await setWithdrawn(user, pending.id)
    await recordDeed(user, 'account_change_withdrawn', requestId)
    return null
  }
  const taken = await listTaken(user, part, wanted)
  if (taken.length > 0)
    refuse('change_pending', { errors: taken.map(({ field }) => ({ path: field, code: 'pending' })) })
  const { id } = pending ?? (await insertChange(user, part))
  if (!pending) await tellWaiting(user, id)
  await setFields(user, { id, part }, wanted)
  await recordDeed(user, 'account_change_requested', requestId)
  return findChange(user, id)
}
