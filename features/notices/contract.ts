import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import type { PracticeRight } from '#tenancy/rights.ts'
import { ChangedMailSettings } from './input.ts'

/** The kinds of mail, in the order of the settings. */
export const NoticeKind = v.picklist([
  'on_hold',
  'message',
  'new_date',
  'request_decided',
  'shipped',
  'invoice',
  'delivered',
  'registered',
])
export type NoticeKind = v.InferOutput<typeof NoticeKind>

/** The right that each kind requires, checked when the mail is made against the user's current rights. */
export const noticeNeeds: Readonly<Record<NoticeKind, PracticeRight>> = {
  on_hold: 'cases',
  message: 'cases',
  new_date: 'cases',
  request_decided: 'account',
  shipped: 'cases',
  invoice: 'invoices',
  delivered: 'cases',
  registered: 'cases',
}

export const NoticeWay = v.picklist(['at_once', 'digest', 'never'])
export type NoticeWay = v.InferOutput<typeof NoticeWay>

const Hour = v.pipe(v.number(), v.integer(), v.minValue(0, 'out_of_range'), v.maxValue(23, 'out_of_range'))

export const NoticeSettings = v.object({
  /** For each kind that this user may receive. */
  ways: v.partial(v.object(v.entriesFromList(NoticeKind.options, NoticeWay))),
  /** Hour of the daily digest, in the laboratory's time zone. */
  digestHour: Hour,
  /** The address of the mails. */
  email: v.string(),
})
export type NoticeSettings = v.InferOutput<typeof NoticeSettings>

const UnreadCase = v.object({
  /** The case's id. */
  id: Id,
  /** Send it back to mark the case as read up to here: later news stays unread. */
  news: v.pipe(v.number(), v.integer()),
})
export type UnreadCase = v.InferOutput<typeof UnreadCase>

/** Enough: nobody looks through more. */
export const mostUnread = 500

export const noticeCalls = {
  settings: endpoint({
    method: 'GET',
    path: '/api/account/notices',
    needs: 'portal',
    summary: 'By which mail this user is told of what, and at which hour the daily digest comes',
    /** `areMailsSent`: otherwise what is chosen holds once they are. */
    reply: v.object({ data: NoticeSettings, areMailsSent: v.boolean() }),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/account/notices',
    needs: 'portal',
    summary: 'Chooses so, at once; what is not named stays',
    body: v.strictObject({
      ways: v.optional(v.partial(v.strictObject(v.entriesFromList(NoticeKind.options, NoticeWay)))),
      digestHour: v.optional(Hour),
    }),
    reply: data(NoticeSettings),
  }),
  unread: endpoint({
    method: 'GET',
    path: '/api/unread',
    needs: 'cases',
    summary: 'Cases in which something has happened that this user has not read, the latest 500 first',
    reply: v.object({ data: v.array(UnreadCase), total: v.pipe(v.number(), v.integer()) }),
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/orders/:id/read',
    uncounted: true,
    needs: 'cases',
    summary: 'This user has read the case up to here, on whatever device',
    status: 204,
    body: v.strictObject({
      news: v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1, 'out_of_range'),
        v.maxValue(Number.MAX_SAFE_INTEGER, 'out_of_range'),
      ),
    }),
  }),
}

export const MailState = v.picklist(['waiting', 'kept', 'sent', 'failed'])
export type MailState = v.InferOutput<typeof MailState>

const KeptMail = v.object({
  id: Id,
  at: Instant,
  recipient: v.string(),
  subject: v.string(),
  state: MailState,
  /** The mail server's last answer. */
  reason: v.nullable(v.string()),
  tries: v.pipe(v.number(), v.integer()),
  /** Only until it is sent; links that give access to something are removed. */
  text: v.nullable(v.string()),
})
export type KeptMail = v.InferOutput<typeof KeptMail>

export const staffMailCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/mails',
    needs: 'mails',
    summary: 'The last hundred mails of the portal, latest first, with what became of each',
    reply: data(v.array(KeptMail)),
  }),
}

/** What to unsubscribe from: one kind, or all of them. */
export const UnsubscribeScope = v.picklist([...NoticeKind.options, 'all'])
export type UnsubscribeScope = v.InferOutput<typeof UnsubscribeScope>

/** The link in mails to unsubscribe: outside /api, since people open it too. */
const unsubscribePath = '/unsubscribe/:token/:scope'
export const unsubscribeCalls = {
  ask: endpoint({
    method: 'GET',
    path: unsubscribePath,
    needs: 'nothing',
    summary: 'A page that asks whether such mails are to end; ends nothing by itself',
    reply: 'binary',
  }),
  end: endpoint({
    method: 'POST',
    path: unsubscribePath,
    needs: 'nothing',
    summary: 'Ends them, without signing in: by the button of that page, or of a mail program (RFC 8058)',
    rawBody: { mostBytes: 4_096 },
    bodyTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    reply: 'binary',
  }),
}

const MailSettings = v.object({
  /** The sender's name; empty for the laboratory's name. */
  name: v.string(),
  /** Empty where answers go to the sender's address. */
  replyTo: v.string(),
  /** The default name, and the installation's sender address. */
  laboratory: v.string(),
  sender: v.string(),
  /** Where a test mail goes: the user's own address. */
  email: v.string(),
  /** False where the installation has no mail server: mails are stored, but not sent. */
  areMailsSent: v.boolean(),
  version: v.string(),
})
export type MailSettings = v.InferOutput<typeof MailSettings>

export const mailSettingCalls = {
  show: endpoint({
    method: 'GET',
    path: '/api/staff/mail-settings',
    needs: 'settings',
    summary: 'How the laboratory signs its mails, and where answers to them go',
    reply: data(MailSettings),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/staff/mail-settings',
    needs: 'settings',
    summary: 'Another name before the address, or another address for answers, from the next mail on',
    status: 204,
    body: ChangedMailSettings,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/staff/mail-settings/tests',
    needs: 'settings',
    summary: 'A mail to whoever asks; what the mail server says of it stands among the mails of the portal',
    status: 201,
    creates: true,
    reply: data(v.object({ id: Id })),
  }),
}
