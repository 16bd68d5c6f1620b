import { recordDeed } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import type { Outbox } from '#tenancy/server/outbox.ts'
import { findSender, listMails } from '#tenancy/server/outbox-sql.ts'
import { mailSettingCalls, staffMailCalls } from '../contract.ts'
import { findMailSettings, setMailSettings } from './mail-settings-sql.ts'
import { testMail } from './test-mail.ts'
import { withoutKeys } from './without-keys.ts'

const mostListed = 100

export function staffMailRoutes(api: Api, outbox: Outbox, areMailsSent: boolean) {
  on(api, staffMailCalls.list, asStaff, async ({ actor: staff }) => {
    const mails = await listMails(staff, { most: mostListed })
    return {
      data: mails.map(({ created_at, text_part, reason, ...mail }) => ({
        ...mail,
        // Mail servers' filters quote rejected links, which may contain keys.
        reason: reason === null ? null : withoutKeys(reason),
        at: created_at,
        text: text_part === null ? null : withoutKeys(text_part),
      })),
    }
  })

  on(api, mailSettingCalls.show, asStaff, async ({ actor: staff }) => {
    const { mailFrom, ...settings } = await findMailSettings(staff)
    const sender = outbox.senderAt(mailFrom, (await findSender(staff)).host)
    return { data: { ...settings, sender, areMailsSent } }
  })

  on(api, mailSettingCalls.change, asStaff, async ({ actor: staff, body: { version, ...settings }, requestId }) => {
    const before = await findMailSettings(staff, { isLocked: true })
    // Checked before the version, so that a retry after a lost answer succeeds.
    if (before.name === settings.name && before.replyTo === settings.replyTo) return undefined
    if (before.version !== version) throw problem('conflict')
    await setMailSettings(staff, settings)
    await recordDeed(staff, 'mail_settings_changed', requestId)
    return undefined
  })

  on(api, mailSettingCalls.test, asStaff, async ({ actor: staff, requestId }) => {
    const { email } = await findMailSettings(staff)
    const { id } = await outbox.put(staff, { address: email, language: staff.language }, testMail)
    await recordDeed(staff, 'test_mail_sent', requestId)
    return { data: { id } }
  })
}
