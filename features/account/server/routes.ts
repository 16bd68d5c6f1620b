import { recordDeed, recordEvent } from '#features/audit/server/sql.ts'
import type { ProblemDetails } from '#kit/problem.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { asPracticeUser, asSignedIn } from '#tenancy/server/guards.ts'
import { needsPassword, wantedBy } from '../change-rules.ts'
import { type AccountChange, type AccountPart, accountCalls } from '../contract.ts'
import { documentsOf, findAccount } from './account-sql.ts'
import {
  findChange,
  insertChange,
  listChanges,
  listTaken,
  lockChanges,
  lockOwnChange,
  lockOwnPending,
  setFields,
  setWithdrawn,
} from './changes-sql.ts'
import { setLanguage } from './sql.ts'

/** Whether this is the password of whoever is signed in; throws where it has been tried too often. */
export type IsOwnPassword = (user: PracticeUser, password: string) => Promise<boolean>

type Asking = {
  actor: PracticeUser
  body: object
  requestId: string
  refuse: (code: 'change_pending', details?: ProblemDetails) => never
}

export function accountRoutes(api: Api, isOwnPassword: IsOwnPassword) {
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

  on(api, accountCalls.changePersonal, asPracticeUser, async asking => {
    const { currentPassword, ...patch } = asking.body
    const data = await ask('personal_information', { ...asking, body: patch }, async () => {
      if (currentPassword === undefined)
        throw problem('input_invalid', { errors: [{ path: 'currentPassword', code: 'required' }] })
      if (!(await isOwnPassword(asking.actor, currentPassword))) asking.refuse('password_wrong')
    })
    return { data }
  })

  on(api, accountCalls.changeContact, asPracticeUser, async asking => ({
    data: await ask('contact_information', asking),
  }))

  on(api, accountCalls.changeDelivery, asPracticeUser, async asking => ({
    data: await ask('delivery_instruction', asking),
  }))

  on(api, accountCalls.withdraw, asPracticeUser, async ({ actor: user, params, requestId, refuse }) => {
    const own = await lockOwnChange(user, params.id)
    if (!own) throw problem('not_found')
    if (own.state !== 'pending') return refuse('change_decided')
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

/** Asks the laboratory for what the patch wants; no longer, where it wants what holds already. */
async function ask(
  part: AccountPart,
  { actor: user, body, requestId, refuse }: Asking,
  prove: () => Promise<void> = async () => {},
): Promise<AccountChange | null> {
  await lockChanges(user)
  const pending = await lockOwnPending(user, part)
  const asked = pending?.fields ?? []
  const wanted = wantedBy(part, documentsOf(await findAccount(user))[part], asked, body)
  if (needsPassword(wanted, asked)) await prove()
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
  await setFields(user, { id, part }, wanted)
  await recordDeed(user, 'account_change_requested', requestId)
  return findChange(user, id)
}
