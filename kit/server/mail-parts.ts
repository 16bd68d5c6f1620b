import { html } from 'hono/html'
import type { Language } from '#kit/language.ts'

/** A paragraph, or a link to a place of the portal. */
export type MailBlock = string | { label: string; path: `/${string}` }
export type MailText = { subject: string; blocks: readonly MailBlock[] }

/** What all mails of one sender have in common. */
export type MailHead = {
  name: string
  phone: string
  /** Of its portal: links lead nowhere else. */
  origin: string
  color: string
  onColor: string
}

const sentBy: Record<Language, (name: string, phone: string) => string> = {
  fr: (name, phone) => `Ce message vous est envoyé par ${name}, ${phone}.`,
  en: (name, phone) => `This message was sent to you by ${name}, ${phone}.`,
}

/** What stands in a header is one line, whoever has typed it. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** One text in both forms that a mail carries. */
export async function mailParts({ subject, blocks }: MailText, language: Language, head: MailHead) {
  const placed = blocks.map(block =>
    typeof block === 'string' ? block : { label: block.label, href: new URL(block.path, head.origin).href },
  )
  if (placed.some(block => typeof block !== 'string' && !block.href.startsWith(`${head.origin}/`)))
    throw new Error('A link of a mail leads out of the portal.')
  const footer = sentBy[language](head.name, head.phone)
  const paragraphs = placed.map(block => (typeof block === 'string' ? block : `${block.label}\n${block.href}`))
  return {
    subject: oneLine(subject).slice(0, 200),
    text: [...paragraphs, `-- \n${footer}`, ''].join('\n\n'),
    html: String(await page({ subject, language, placed, footer, head })),
  }
}

type Page = {
  subject: string
  language: Language
  placed: readonly (string | { label: string; href: string })[]
  footer: string
  head: MailHead
}

/** Mail programs know no style sheets worth the name: what is there stands in the tags. */
const page = ({ subject, language, placed, footer, head }: Page) => html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f4f6f7;color:#17212b;font:16px/1.5 Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
<p style="margin:0 0 24px;font-size:18px;font-weight:bold;color:${head.color}">${head.name}</p>
${placed.map(block =>
  typeof block === 'string'
    ? html`<p style="margin:0 0 16px;white-space:pre-line">${block}</p>
`
    : html`<p style="margin:0 0 16px"><a href="${block.href}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${head.color};color:${head.onColor};font-weight:bold;text-decoration:none">${block.label}</a></p>
`,
)}<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #dde3e6;font-size:14px;color:#4a5761">${footer}</p>
</div>
</body>
</html>
`
