import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Language } from '#kit/language.ts'
import { EnvelopeAddress } from '#kit/mail.ts'
import { addressAt, type MailText, mailParts, oneLine } from '#kit/server/mail-parts.ts'
import type { Post } from '#kit/server/smtp.ts'
import type { Laboratory } from './actor.ts'
import type { Job, JobSender } from './job.ts'
import {
  findSender,
  findWaitingMail,
  insertMails,
  listLongWaiting,
  setMailDeclined,
  setMailFailed,
  setMailKept,
  setMailSent,
  type Writer,
} from './outbox-sql.ts'

export type Recipient = { address: string; language: Language }

/** Some texts name the laboratory in a sentence. */
type Naming<Text> = Text | ((laboratory: string) => Text)

export type NewLetter = {
  to: Recipient
  text: Naming<MailText>
  /** Where to unsubscribe from such mails without signing in: a path of the portal that answers to POST (RFC 8058). */
  unsubscribe?: `/${string}`
  /** Its link expires within half an hour, after which the mail is useless. */
  isSoonOver?: boolean
}

export type MailTexts = Readonly<Record<Language, MailText>>

const named = <Text extends object>(text: Naming<Text>, laboratory: string): Text =>
  typeof text === 'function' ? text(laboratory) : text

type AskedMail = { id: string; ids: { mailId: string } }

type Settings = {
  jobs: JobSender
  /** Sender for laboratories without an address of their own. */
  from?: string | undefined
  /** Port of a local portal that has no proxy in front. */
  port?: number | undefined
}

/** Writes mails in the caller's transaction, to be sent once it has committed. */
export class Outbox {
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  async put(
    writer: Writer,
    to: Recipient,
    texts: Naming<MailTexts>,
    { isSoonOver = false } = {},
  ): Promise<{ id: string }> {
    const text = (laboratory: string) => named(texts, laboratory)[to.language]
    const [id = ''] = await this.putAll(writer, [{ to, text, isSoonOver }])
    return { id }
  }

  /** Writes many mails at once, each to another recipient. Returns their ids in the same order. */
  async putAll(writer: Writer, letters: readonly NewLetter[]): Promise<string[]> {
    if (letters.length === 0) return []
    const { jobs, port } = this.#settings
    const { name: company, phone, mailFrom, mailName, replyTo, host, colors } = await findSender(writer)
    const origin = originOf(host, port)
    const name = oneLine(company)
    const head = { name, phone, origin, colors }
    const mails = []
    const asked = { lasting: [] as AskedMail[], brief: [] as AskedMail[] }
    for (const { to, text: words, unsubscribe, isSoonOver } of letters) {
      const { subject, text, html } = await mailParts(named(words, name), to.language, head)
      const id = randomUUID()
      asked[isSoonOver ? 'brief' : 'lasting'].push({ id, ids: { mailId: id } })
      mails.push({
        id,
        recipient: v.parse(EnvelopeAddress, to.address),
        sender: this.senderAt(mailFrom, host),
        sender_name: mailName ?? name,
        reply_to: replyTo,
        subject,
        text_part: text,
        html_part: html,
        unsubscribe_url: unsubscribe ? addressAt(origin, unsubscribe) : null,
        is_soon_over: isSoonOver ?? false,
      })
    }
    await insertMails(writer, mails)
    await jobs.enqueueAll(writer, sendMail, asked.lasting)
    await jobs.enqueueAll(writer, sendBriefMail, asked.brief)
    return mails.map(({ id }) => id)
  }

  /** The laboratory's own address, else the installation's, else one at the portal's host. */
  senderAt(ofLaboratory: string | null, host: string): string {
    return ofLaboratory ?? this.#settings.from ?? `noreply@${host}`
  }

  /** Run periodically: mails that have waited long may have lost their job. Those that are useless by now are given up. */
  readonly tidy = async (laboratory: Laboratory): Promise<void> => {
    const waiting = await listLongWaiting(laboratory)
    const [over, lasting] = [waiting.filter(mail => mail.isSoonOver), waiting.filter(mail => !mail.isSoonOver)]
    for (const { id } of over) await setMailFailed(laboratory, id)
    await this.#settings.jobs.enqueueAll(
      laboratory,
      sendMail,
      lasting.map(({ id }) => ({ id, ids: { mailId: id } })),
    )
  }
}

/** Built from a host that the laboratory has registered, never from one that a request has brought. */
export const originOf = (host: string, port: number | undefined) =>
  /(^|\.)localhost$|^127\./.test(host) ? `http://${host}${port ? `:${port}` : ''}` : `https://${host}`

type Sending = Job<'mailId', { post: Post | undefined }>

const sending = ({ name, retries }: Pick<Sending, 'name' | 'retries'>): Sending => ({
  name,
  ids: ['mailId'],
  retries,
  pauseSeconds: { first: 30, longest: 3_600 },
  longestSeconds: 90,
  atOnce: 4,
  together: 10,
  async work({ ids: { mailId }, inLaboratory, signal }, { post }) {
    const mail = await inLaboratory('read', laboratory => findWaitingMail(laboratory, mailId))
    if (!mail) return
    if (!post) {
      await inLaboratory('write', laboratory => setMailKept(laboratory, mailId))
      return
    }
    const letter = {
      id: mail.id,
      sender: mail.sender,
      senderName: mail.sender_name,
      replyTo: mail.reply_to,
      recipient: mail.recipient,
      subject: mail.subject,
      text: mail.text_part ?? '',
      html: mail.html_part ?? '',
      writtenAt: mail.created_at,
      unsubscribeUrl: mail.unsubscribe_url,
    }
    const declined = await post(letter, signal)
    await inLaboratory('write', laboratory =>
      declined ? setMailDeclined(laboratory, mailId, declined) : setMailSent(laboratory, mailId),
    )
    if (declined && !declined.isFinal) throw new Error(`The mail server declined: ${declined.code}`)
  },
  async giveUp({ ids, inLaboratory }) {
    await inLaboratory('write', laboratory => setMailFailed(laboratory, ids.mailId))
  },
})

/**
 * Three days of tries, longer than a weekend without a mail server. A mail taken by a process that then died is sent again as the
 * same message.
 */
export const sendMail = sending({ name: 'mail', retries: 78 })
/** Half an hour of tries, as long as a requested link lives. */
export const sendBriefMail = sending({ name: 'brief_mail', retries: 5 })
