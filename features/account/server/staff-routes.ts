import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { recordDeed, recordDeedOn } from '#features/audit/server/sql.ts'
import { deleteEveryLinkOf } from '#features/auth/server/link-sql.ts'
import { findNoticeWay } from '#features/notices/server/settings-sql.ts'
import { insertNotice } from '#features/notices/server/sql.ts'
import { setPersonalInformation } from '#features/people/server/own-sql.ts'
import {
  findPractice,
  setContactInformation,
  setDeliveryDays,
  setDeliveryInstruction,
} from '#features/people/server/practices-sql.ts'
import { EnvelopeAddress } from '#kit/mail.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import type { Outbox } from '#tenancy/server/outbox.ts'
import { changedBy, isGuarded } from '../change-rules.ts'
import { type AccountField, documentShapes, staffAccountCalls, type Value, type WaitingChange } from '../contract.ts'
import { documentsOf, lockSubject } from './account-sql.ts'
import { findWaiting, listWaiting, lockChange, setDecided, type WaitingRow } from './changes-sql.ts'
import { outcomeMail } from './mail-text.ts'
import { lookAtDays, setDays } from './moved-days.ts'

export function staffAccountRoutes(api: Api) {
  const { outbox } = api.services

  on(api, staffAccountCalls.list, asStaff, async ({ actor: staff }) => ({
    data: (await listWaiting(staff)).map(shownToStaff),
  }))

  on(api, staffAccountCalls.apply, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const row = await lockShown(staff, params.id, body.version, refuse)
    await apply(staff, row).catch(error => {
      if (violates(error, 'users__login')) return refuse('login_taken')
      throw error
    })
    await setDecided(staff, row.id, { state: 'applied', reason: null })
    await recordDeedOn(staff, row.practice_id, 'account_change_applied', requestId)
    await tell(outbox, staff, row, null)
    return undefined
  })

  on(api, staffAccountCalls.moves, asStaff, async ({ actor: staff, params, body }) => {
    if (!(await findPractice(staff, params.id))) throw problem('not_found')
    const write = () => setDeliveryDays(staff, params.id, body.deliveryDays)
    return { data: await lookAtDays(staff, params.id, write) }
  })

  on(api, staffAccountCalls.refuse, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const row = await lockShown(staff, params.id, body.version, refuse)
    await setDecided(staff, row.id, { state: 'refused', reason: body.reason })
    await recordDeed(staff, 'account_change_refused', requestId)
    await tell(outbox, staff, row, body.reason)
    return undefined
  })
}

/** Locks the request and checks that it is still what was shown for the decision. */
async function lockShown(
  staff: Staff,
  id: string,
  version: string,
  refuse: (code: 'change_decided' | 'change_moved') => never,
): Promise<WaitingRow> {
  const change = await lockChange(staff, id)
  if (!change) throw problem('not_found')
  if (change.state !== 'pending') return refuse('change_decided')
  await lockSubject(staff, change)
  const row = await findWaiting(staff, id)
  if (shownToStaff(row).version !== version) return refuse('change_moved')
  return row
}

function shownToStaff(row: WaitingRow): WaitingChange {
  const held: { readonly [Field in AccountField]?: Value | undefined } = documentsOf(row)[row.part]
  const fields = row.fields.map(difference => ({ ...difference, now: held[difference.field] ?? null }))
  return {
    id: row.id,
    part: row.part,
    requestedAt: row.requested_at,
    requestedBy: row.requester,
    practice: row.practice,
    practiceId: row.practice_id,
    fields,
    version: createHash('sha256').update(JSON.stringify(fields)).digest('base64url'),
  }
}

async function apply(staff: Staff, row: WaitingRow): Promise<void> {
  const { part, fields } = row
  const documents = documentsOf(row)
  switch (part) {
    case 'personal_information':
      await setPersonalInformation(staff, row.requested_by, changedBy(documentShapes[part], documents[part], fields))
      // Links mailed to the former address must stop working.
      if (fields.some(({ field }) => field === 'email')) await deleteEveryLinkOf(staff, row.requested_by)
      return
    case 'contact_information':
      await setContactInformation(staff, row.practice_id, changedBy(documentShapes[part], documents[part], fields))
      return
    case 'delivery_instruction':
      await setDays(staff, row.practice_id, () =>
        setDeliveryInstruction(staff, row.practice_id, changedBy(documentShapes[part], documents[part], fields)),
      )
  }
}

/**
 * Notifies the requester by their chosen settings; about sign-in data always at once, and at the former address too, so that a
 * person who did not make the request learns of it.
 */
async function tell(outbox: Outbox, staff: Staff, row: WaitingRow, reason: string | null): Promise<void> {
  const { requested_by: userId, practice_id: practiceId } = row
  const isWarning = row.fields.some(isGuarded)
  const way = isWarning ? 'at_once' : await findNoticeWay(staff, userId, 'request_decided')
  if (way === 'digest') await insertNotice(staff, { userId, practiceId, kind: 'request_decided' })
  if (way !== 'at_once') return
  const given = reason === null ? row.fields.find(({ field }) => field === 'email')?.after : undefined
  const asked = { firstName: row.requesterFirstName, lastName: row.requesterLastName }
  const texts = outcomeMail({ ...asked, reason, isWarning })
  for (const address of [row.email, given])
    if (v.is(EnvelopeAddress, address)) await outbox.put(staff, { address, language: row.language }, texts)
}
