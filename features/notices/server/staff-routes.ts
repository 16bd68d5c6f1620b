import { type Api, on } from '#kit/server/serve.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { staffMailCalls } from '../contract.ts'
import { withoutKeys } from './without-keys.ts'

const mostListed = 100

/** What the portal has written, for the laboratory's administrator. */
export function staffMailRoutes(api: Api) {
  on(api, staffMailCalls.list, asStaff, async ({ actor: staff }) => {
    const mails = await listMails(staff, { most: mostListed })
    return {
      data: mails.map(({ created_at, text_part, reason, ...mail }) => ({
        ...mail,
        // Filters of mail servers quote the address that they do not like.
        reason: reason === null ? null : withoutKeys(reason),
        at: created_at,
        text: text_part === null ? null : withoutKeys(text_part),
      })),
    }
  })
}
