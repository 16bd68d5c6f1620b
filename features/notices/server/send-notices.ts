import * as v from 'valibot'
import { EnvelopeAddress } from '#kit/mail.ts'
import type { Secrets } from '#kit/server/keys.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import type { NewLetter, Outbox } from '#tenancy/server/outbox.ts'
import { noticeMail } from './notice-mail.ts'
import { takeDueNotices, tryLockNotices } from './sql.ts'
import { UnsubscribeTokens } from './unsubscribe-token.ts'

/** Runs every minute: turns due notices into mails in one transaction, so that none is sent twice or lost. */
export function noticeChore(outbox: Outbox, secrets: Secrets) {
  const tokens = new UnsubscribeTokens(secrets)
  return async (laboratory: Laboratory): Promise<void> => {
    if (!(await tryLockNotices(laboratory))) return
    const due = await takeDueNotices(laboratory)
    const { brandId, timeZone } = laboratory
    const letters = [...Map.groupBy(due, ({ reader, way }) => `${reader?.userId}/${way}`).values()].flatMap(notices => {
      const reader = notices[0]?.reader
      // Skips an invalid address, so that it does not hold up other mails.
      if (!reader || notices[0]?.way === 'never' || !v.is(EnvelopeAddress, reader.email)) return []
      const token = tokens.sign(brandId, reader.userId)
      const mail = noticeMail(reader, notices, {
        timeZone,
        unsubscribe: kind => `/unsubscribe/${token}/${kind ?? 'all'}`,
      })
      const letter: NewLetter | undefined = mail && {
        ...mail,
        to: { address: reader.email.trim(), language: reader.language },
      }
      return letter ? [letter] : []
    })
    await outbox.putAll(laboratory, letters)
  }
}
