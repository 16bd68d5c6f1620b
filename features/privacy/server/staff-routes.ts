import * as v from 'valibot'
import { recordDeed, recordDeedOn } from '#features/audit/server/sql.ts'
import { setBrand } from '#features/brand/server/settings-sql.ts'
import type { Language } from '#kit/language.ts'
import { EnvelopeAddress } from '#kit/mail.ts'
import { problem } from '#kit/problem.ts'
import type { MailText } from '#kit/server/mail-parts.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffPrivacyCalls } from '../contract.ts'
import { erasedMail, erasureRefusedMail } from './mail-text.ts'
import {
  carryOutErasure,
  countNamesOver,
  erasePatient,
  findCase,
  findCasesByCode,
  findRetention,
  listErasures,
  listReaders,
  listRemovals,
  lockErasure,
  setErasureRefused,
} from './staff-sql.ts'

type Asker = { email: string; language: Language }

/** Erasures, the readers of a case, and removals. */
export function staffPrivacyRoutes(api: Api) {
  const tell = async (staff: Staff, { email, language }: Asker, texts: Readonly<Record<Language, MailText>>) => {
    if (v.is(EnvelopeAddress, email)) await api.services.outbox.put(staff, { address: email, language }, texts)
  }

  on(api, staffPrivacyCalls.erasures, asStaff, async ({ actor: staff }) => ({ data: await listErasures(staff) }))

  on(api, staffPrivacyCalls.carryOut, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    const asked = await lockErasure(staff, params.id)
    if (!asked) throw problem('not_found')
    if (asked.state !== 'waiting') return refuse('erasure_decided')
    await carryOutErasure(staff, params.id)
    await recordDeedOn(staff, asked.userId, 'person_erased', requestId)
    // Sent after the erasure has deleted all other mails to them: this one must still go out.
    await tell(staff, asked, erasedMail(asked))
    return undefined
  })

  on(api, staffPrivacyCalls.refuse, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const asked = await lockErasure(staff, params.id)
    if (!asked) throw problem('not_found')
    if (asked.state !== 'waiting') return refuse('erasure_decided')
    await setErasureRefused(staff, params.id, body.reason)
    await recordDeedOn(staff, asked.userId, 'erasure_refused', requestId)
    await tell(staff, asked, erasureRefusedMail(asked, body.reason))
    return undefined
  })

  on(api, staffPrivacyCalls.erasePatient, asStaff, async ({ actor: staff, params, requestId }) => {
    if (!(await findCase(staff, params.id))) throw problem('not_found')
    if (await erasePatient(staff, params.id)) await recordDeed(staff, 'patient_name_erased', requestId, params.id)
    return undefined
  })

  on(api, staffPrivacyCalls.findCases, asStaff, async ({ actor: staff, query }) => ({
    data: await findCasesByCode(staff, query.code),
  }))

  on(api, staffPrivacyCalls.readers, asStaff, async ({ actor: staff, params, query }) => {
    if (!(await findCase(staff, params.id))) throw problem('not_found')
    return { data: await listReaders(staff, params.id, query.before) }
  })

  on(api, staffPrivacyCalls.removals, asStaff, async ({ actor: staff }) => ({ data: await listRemovals(staff) }))

  on(api, staffPrivacyCalls.retention, asStaff, async ({ actor: staff }) => ({ data: await findRetention(staff) }))

  on(api, staffPrivacyCalls.namesOver, asStaff, async ({ actor: staff, query }) => ({
    data: { cases: await countNamesOver(staff, query.months) },
  }))

  on(api, staffPrivacyCalls.setRetention, asStaff, async ({ actor: staff, body, requestId }) => {
    await setBrand(staff, { patient_names_kept_months: body.months })
    await recordDeed(staff, 'retention_changed', requestId)
    return undefined
  })
}
