import { globSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { teal } from '#db/seed/laboratories.ts'
import { outcomeMail } from '#features/account/server/mail-text.ts'
import * as auth from '#features/auth/server/mail-text.ts'
import * as secondFactor from '#features/auth/server/second-factor-mail-text.ts'
import { reminderMail } from '#features/invoices/server/reminder-mail.ts'
import { noticeMail } from '#features/notices/server/notice-mail.ts'
import type { DueNotice, ToldPiece } from '#features/notices/server/sql.ts'
import { testMail } from '#features/notices/server/test-mail.ts'
import { erasedMail, erasureRefusedMail } from '#features/privacy/server/mail-text.ts'
import { receiptMail, refusalMail } from '#features/signup/server/mail-text.ts'
import { waitingMails } from '#features/staff/server/tell-waiting.ts'
import { type Language, languages } from '#kit/language.ts'
import { type MailText, mailParts } from '#kit/server/mail-parts.ts'
import { findChromium } from '../scripts/find-chromium.mjs'

// Every mail of the product as a picture, in both languages, by day and by night, for somebody to look at:
//   npm run mail-pictures -- [--folder <where>]

const { values: options } = parseArgs({ options: { folder: { type: 'string' } } })
const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'arcade-mails-'))
mkdirSync(folder, { recursive: true })

const laboratory = 'Laboratoire Émail'
const { primary, primary_foreground, secondary, secondary_foreground, card_foreground, ring, border } = teal
const colors = {
  primary,
  primaryForeground: primary_foreground,
  secondary,
  secondaryForeground: secondary_foreground,
  cardForeground: card_foreground,
  ring,
  border,
}
const person = { firstName: 'Claire', lastName: 'Martin', login: 'claire@cabinet-martin.fr' }
const reason = 'Ce numéro ne répond pas. Pourriez-vous nous en donner un autre\u202f?'
const link = (purpose: 'invitation' | 'reset') =>
  ({ path: `/login#${purpose}=K4Xw2bA9`, expiresAt: '2026-11-29T09:00:00Z' }) as const

const reader = (language: Language) =>
  ({
    userId: '1',
    email: 'claire@cabinet-martin.fr',
    language,
    accountType: 'manager',
    isDLCPM: false,
    isPracticeDoctor: false,
  }) as const
const someCase = (code: string, status: 'on_hold' | 'shipped' | 'in_production') =>
  ({
    id: code.replace(' ', '-'),
    code,
    status,
    holdReason: 'technical_response',
    isAnswered: false,
    deliveryDate: '2026-12-03',
  }) as const
const notice = (kind: DueNotice['kind'], about: DueNotice['case'], way: DueNotice['way'] = 'at_once'): DueNotice => ({
  kind,
  way,
  at: '2026-11-22T09:00:00Z',
  reader: null,
  case: about,
  piece: null,
})
const issued = (
  type: ToldPiece['type'],
  code: string,
  amountCents: number,
  { way = 'at_once', isAgain = false }: { way?: DueNotice['way']; isAgain?: boolean } = {},
): DueNotice => ({
  ...notice('invoice', null, way),
  piece: { id: code, code, type, amountCents, dueOn: '2026-12-22', isToApprove: true, isAgain },
})
const notices = {
  one: [notice('on_hold', someCase('T-24 1187', 'on_hold'))],
  several: [
    notice('on_hold', someCase('T-24 1187', 'on_hold')),
    notice('message', someCase('T-24 1187', 'on_hold')),
    notice('new_date', someCase('T-24 1176', 'in_production')),
  ],
  digest: [
    notice('shipped', someCase('T-24 1169', 'shipped'), 'digest'),
    notice('delivered', someCase('T-24 1160', 'shipped'), 'digest'),
    notice('request_decided', null, 'digest'),
    issued('invoice', 'FA-2026-000123', 123_456, { way: 'digest' }),
  ],
  account: [notice('request_decided', null)],
  invoice: [issued('invoice', 'FA-2026-000123', 123_456)],
  again: [issued('pro_forma', 'PF-2026-000031', 84_000, { isAgain: true })],
  pieces: [
    issued('invoice', 'FA-2026-000123', 123_456),
    issued('pro_forma', 'PF-2026-000031', 84_000),
    issued('credit', 'AV-2026-000007', -12_050),
  ],
}
const owed = (pieceCode: string, dueCents: number) => ({
  invoiceId: pieceCode,
  pieceCode,
  dueOn: '2026-11-02' as const,
  dueCents,
  inFavourCents: 0,
  readers: [],
})

type Mails = Record<string, MailText>

const mailsIn = (language: Language): Mails => {
  const told = (which: keyof typeof notices): MailText => {
    const mail = noticeMail(reader(language), notices[which], {
      timeZone: 'Europe/Paris',
      unsubscribe: kind => `/unsubscribe/token/${kind ?? 'all'}`,
    })
    if (!mail) throw new Error('Nothing is told.')
    return mail.text
  }
  return {
    invitationMail: auth.invitationMail(person, link('invitation'))(laboratory)[language],
    welcomeMail: auth.welcomeMail(person)(laboratory)[language],
    resetMail: auth.resetMail(person, link('reset'))[language],
    knownMail: auth.knownMail(person, link('reset'))[language],
    passwordChangedMail: auth.passwordChangedMail(person)[language],
    newDeviceMail: auth.newDeviceMail(person, 'Firefox, Windows')[language],
    passkeyAddedMail: auth.passkeyAddedMail(person, 'iPhone du cabinet')[language],
    passkeyRemovedMail: auth.passkeyRemovedMail(person, '')[language],
    secondFactorAddedMail: secondFactor.secondFactorAddedMail(person)[language],
    secondFactorRemovedMail: secondFactor.secondFactorRemovedMail(person)[language],
    secondFactorTakenAwayMail: secondFactor.secondFactorTakenAwayMail(person)[language],
    recoveryCodesMadeMail: secondFactor.recoveryCodesMadeMail(person)[language],
    recoveryCodeUsedMail: secondFactor.recoveryCodeUsedMail(person, 1)[language],
    codesRefusedMail: secondFactor.codesRefusedMail(person)[language],
    receiptMail: receiptMail(laboratory)[language],
    'refusalMail, with a reason': refusalMail({ ...person, reason })[language],
    'refusalMail, without one': refusalMail({ ...person, reason: null })[language],
    'waitingMails, signup': waitingMails[language].signup,
    'waitingMails, change': waitingMails[language].change,
    'waitingMails, erasure': waitingMails[language].erasure,
    'outcomeMail, applied': outcomeMail({ ...person, reason: null, isWarning: true })[language],
    'outcomeMail, refused': outcomeMail({ ...person, reason, isWarning: false })[language],
    erasedMail: erasedMail(person)[language],
    erasureRefusedMail: erasureRefusedMail(person, reason)[language],
    'noticeMail, one case': told('one'),
    'noticeMail, several': told('several'),
    'noticeMail, digest': told('digest'),
    'noticeMail, account': told('account'),
    'noticeMail, one invoice': told('invoice'),
    'noticeMail, a pro forma again': told('again'),
    'noticeMail, several papers': told('pieces'),
    testMail: testMail[language],
    reminderMail: reminderMail(language, [owed('FA-2026-000123', 123_456), owed('FA-2026-000150', 8_400)]),
  }
}

/** What is written nowhere above would be looked at by nobody. */
function refuseUnpictured(mails: Mails) {
  const written = globSync('features/*/server/*.ts')
    .filter(path => !path.endsWith('.test.ts'))
    .flatMap(path => [...readFileSync(path, 'utf8').matchAll(/^export (?:const|function) (\w+Mails?)\b/gm)])
    .map(([, word = '']) => word)
  const pictured = new Set(Object.keys(mails).map(key => key.split(',')[0]))
  const missing = written.filter(word => !pictured.has(word))
  if (missing.length > 0) throw new Error(`No picture of ${missing.join(', ')}`)
}

type Sheet = { language: Language; colorScheme: 'light' | 'dark'; width: number }

async function drawSheet(browser: Browser, { language, colorScheme, width }: Sheet) {
  const page = await browser.newPage({ viewport: { width, height: 300 }, colorScheme })
  const pictures: string[] = []
  const mails = mailsIn(language)
  refuseUnpictured(mails)
  const head = { name: laboratory, phone: '01 84 80 12 30', origin: 'https://portail.labo-email.fr', colors }
  for (const [key, text] of Object.entries(mails)) {
    const { html, subject } = await mailParts(text, language, head)
    await page.setContent(html)
    const image = (await page.screenshot({ fullPage: true })).toString('base64')
    pictures.push(
      `<figure><figcaption><b>${key}</b><br>${subject}</figcaption><img src="data:image/png;base64,${image}"></figure>`,
    )
  }
  await page.close()
  const sheet = await browser.newPage({ viewport: { width: (width + 16) * 3, height: 800 } })
  const style = `body{margin:0;font:14px sans-serif;columns:3;column-gap:16px;background:#888}figure{margin:0 0 16px;break-inside:avoid}figcaption{padding:8px;background:#fff}img{display:block;width:100%}`
  await sheet.setContent(`<!doctype html><style>${style}</style>${pictures.join('')}`)
  const path = join(folder, `mails-${language}-${colorScheme}-${width}.png`)
  await sheet.screenshot({ path, fullPage: true })
  await sheet.close()
  process.stdout.write(`${path}\n`)
}

const browser = await chromium.launch({ executablePath: findChromium() ?? chromium.executablePath() })
try {
  for (const language of languages)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [640, 390]) await drawSheet(browser, { language, colorScheme, width })
} finally {
  await browser.close()
}
