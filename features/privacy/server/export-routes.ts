import { recordEvent } from '#features/audit/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { attachment } from '#kit/server/attachment.ts'
import { newRate } from '#kit/server/rate.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { AccountHolder } from '#tenancy/server/actor.ts'
import { asAccountHolder } from '#tenancy/server/guards.ts'
import { privacyCalls } from '../contract.ts'
import { type Asked, type OpenFile, ownExport, practiceExport } from './export.ts'
import { findCompanyName } from './export-sql.ts'

/** Per user and process: more are never needed, and each reads everything. */
const rate = { points: 5, seconds: 3_600 }

type Means = { isOwnPassword: (holder: AccountHolder, password: string) => Promise<boolean>; openFile: OpenFile }

/** Copies for the user alone, with the password, since an unattended screen must not suffice. */
export function exportRoutes(api: Api, { isOwnPassword, openFile }: Means) {
  const count = newRate(rate)

  async function admit(
    holder: AccountHolder,
    kind: 'data_exported' | 'practice_exported',
    { currentPassword, refuse }: { currentPassword: string; refuse: (code: 'password_wrong') => never },
  ): Promise<Asked> {
    const { requestId, userId, sessionId } = holder
    if (!(await isOwnPassword(holder, currentPassword))) refuse('password_wrong')
    const asked = await holder.signedIn(async user => {
      await count(`${user.brandId}/${user.userId}`)
      const subjectId = kind === 'practice_exported' ? user.practiceId : null
      await recordEvent(user, { kind, requestId, userId, sessionId, ...(subjectId && { subjectId }) })
      const language: Language = user.language
      return { language, day: dayInZone(new Date(), user.timeZone), company: await findCompanyName(user) }
    })
    return { holder, openFile, ...asked }
  }

  on(api, privacyCalls.exportOwn, asAccountHolder, async ({ actor, body, outgoing, refuse }) => {
    const asked = await admit(actor, 'data_exported', { ...body, refuse })
    outgoing.set('content-disposition', attachment(`export-${asked.day}.zip`))
    return { type: 'application/zip', bytes: async () => ownExport(asked) }
  })

  on(api, privacyCalls.exportPractice, asAccountHolder, async ({ actor, body, outgoing, refuse }) => {
    const asked = await admit(actor, 'practice_exported', { ...body, refuse })
    outgoing.set('content-disposition', attachment(`export-${asked.day}.zip`))
    return { type: 'application/zip', bytes: async () => practiceExport(asked) }
  })
}
