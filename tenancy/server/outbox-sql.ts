import { sql } from 'kysely'
import type { Declined } from '#kit/server/smtp.ts'
import type { Laboratory, Staff } from './actor.ts'

/** The actor whose transaction writes a mail: anybody in a laboratory. */
export type Writer = Pick<Laboratory, 'tx' | 'brandId'>

/** The mail's sender and the portal's origin; a host with a name is preferred to an IP address, which a program may use. */
export const findSender = async ({ tx, brandId }: Writer) => {
  const { hosts, name, phone, mailFrom, mailName, replyTo, language, ...colors } = await tx
    .selectFrom('brands')
    .select(eb => [
      'company_name as name',
      'client_service_phone as phone',
      'primary_color as primary',
      'primary_foreground_color as primaryForeground',
      'secondary_color as secondary',
      'secondary_foreground_color as secondaryForeground',
      'card_foreground_color as cardForeground',
      'ring_color as ring',
      'border_color as border',
      'mail_from as mailFrom',
      'mail_name as mailName',
      'mail_reply_to as replyTo',
      'default_language as language',
      eb
        .selectFrom('brand_hosts')
        .whereRef('brand_hosts.brand_id', '=', 'brands.id')
        .select(sql<string[]>`array_agg(host order by host ~ '^[0-9.:]+$', host)`.as('hosts'))
        .as('hosts'),
    ])
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow()
  return { name, phone, mailFrom, mailName, replyTo, language, colors, host: hosts?.[0] ?? 'localhost' }
}

type NewMail = {
  id: string
  recipient: string
  sender: string
  sender_name: string
  reply_to: string | null
  subject: string
  text_part: string
  html_part: string
  unsubscribe_url: string | null
  is_soon_over: boolean
}

/** Mails per insert, to keep each statement within what the database reads at once. */
const mostAtOnce = 200

export async function insertMails({ tx, brandId }: Writer, mails: readonly NewMail[]): Promise<void> {
  for (let first = 0; first < mails.length; first += mostAtOnce)
    await tx
      .insertInto('mails')
      .values(mails.slice(first, first + mostAtOnce).map(mail => ({ brand_id: brandId, ...mail })))
      .execute()
}

export const findWaitingMail = ({ tx, brandId }: Laboratory, id: string) =>
  tx
    .selectFrom('mails')
    .select([
      'id',
      'recipient',
      'sender',
      'sender_name',
      'reply_to',
      'subject',
      'text_part',
      'html_part',
      'unsubscribe_url',
      'created_at',
    ])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()

const waiting = ({ tx, brandId }: Laboratory, id: string) =>
  tx.updateTable('mails').where('brand_id', '=', brandId).where('id', '=', id).where('state', '=', 'waiting')

const settled = { settled_at: sql<string>`now()` }
const tried = { tries: sql<number>`tries + 1` }

/** Marks a mail as sent and removes its content. */
export const setMailSent = (laboratory: Laboratory, id: string) =>
  waiting(laboratory, id)
    .set({ ...settled, ...tried, state: 'sent', reason: null, text_part: null, html_part: null, unsubscribe_url: null })
    .execute()

export const setMailDeclined = (laboratory: Laboratory, id: string, { isFinal, reason }: Omit<Declined, 'code'>) =>
  waiting(laboratory, id)
    .set({ ...tried, reason, ...(isFinal ? { ...settled, state: 'failed' } : {}) })
    .execute()

export const setMailKept = (laboratory: Laboratory, id: string) =>
  waiting(laboratory, id)
    .set({ ...settled, state: 'kept' })
    .execute()

/** After the last try. The default reason is for a mail none of whose tries ended. */
export const setMailFailed = (laboratory: Laboratory, id: string) =>
  waiting(laboratory, id)
    .set({ ...settled, state: 'failed', reason: sql<string>`coalesce(reason, 'no try came to an end')` })
    .execute()

/** The laboratory's latest mails, newest first. */
export const listMails = ({ tx, brandId }: Laboratory | Staff, { most }: { most: number }) =>
  tx
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'state', 'reason', 'tries', 'created_at', 'settled_at', 'text_part'])
    .where('brand_id', '=', brandId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()

/** Mails that have waited long, whether their job is gone (after a restore, say) or still there. */
export const listLongWaiting = async ({ tx, brandId }: Laboratory) =>
  tx
    .selectFrom('mails')
    .select(['id', 'is_soon_over as isSoonOver'])
    .where('brand_id', '=', brandId)
    .where('state', '=', 'waiting')
    .where('created_at', '<', sql<string>`now() - interval '1 hour'`)
    .orderBy('created_at')
    .limit(1_000)
    .execute()
