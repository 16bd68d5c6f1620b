import { html } from 'hono/html'
import type { Language } from '#kit/language.ts'
import { type BrandColors, themeOf } from '#kit/theme.ts'

/** A path within the portal. */
export type MailLink = { label: string; path: `/${string}` }
/**
 * A paragraph, a button, a quotation in somebody's own words, or a list of entries, each with a linked name and a description.
 */
export type MailBlock =
  | string
  | MailLink
  | { quote: string }
  | { list: readonly { link: MailLink; lines: readonly string[] }[] }
export type MailText = {
  subject: string
  blocks: readonly MailBlock[]
  /** Small print at the end, such as how to end these mails. */
  notes?: readonly MailLink[]
}

/** The parts that all mails of one sender share. */
export type MailHead = {
  name: string
  phone: string
  /** The portal's origin: links lead nowhere else. */
  origin: string
  colors: BrandColors
}

const sentBy: Record<Language, (name: string, phone: string) => string> = {
  fr: (name, phone) => `Cet e-mail vous est envoyé par ${name}, ${phone}.`,
  en: (name, phone) => `This e-mail was sent to you by ${name}, ${phone}.`,
}

/** Header values must be one line, whatever was typed. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/**
 * A typed name within a sentence of ours: on one line, with nothing that mail programs would turn into a link to an address of
 * the typist's choice.
 */
export const nameInMail = (text: string) => oneLine(text).replace(/([.:@/\\])(?=[\p{L}\p{N}/\\])/gu, '$1 ')

/** The absolute URL of a path in the portal. */
export function addressAt(origin: string, path: string): string {
  const { href } = new URL(path, origin)
  if (!href.startsWith(`${origin}/`)) throw new Error('A link of a mail leads out of the portal.')
  return href
}

/** One text in both forms that a mail carries: plain and HTML. */
export async function mailParts({ subject, blocks, notes = [] }: MailText, language: Language, head: MailHead) {
  const place = ({ label, path }: MailLink): Placed => ({ label, href: addressAt(head.origin, path) })
  const placed = blocks.map(block => {
    if (typeof block === 'string' || 'quote' in block) return block
    return 'list' in block ? block.list.map(({ link, lines }) => ({ ...place(link), lines })) : place(block)
  })
  const footer = sentBy[language](head.name, head.phone)
  const placedNotes = notes.map(place)
  return {
    subject: oneLine(subject).slice(0, 200),
    text: [...placed.map(plainBlock), `-- \n${footer}`, ...placedNotes.map(plainLink), ''].join('\n\n'),
    html: String(await page({ subject, language, placed, footer, notes: placedNotes, head })),
  }
}

type Placed = { label: string; href: string }
type PlacedBlock = string | { quote: string } | Placed | readonly (Placed & { lines: readonly string[] })[]

const plainLink = ({ label, href }: Placed) => `${label}\n${href}`

function plainBlock(block: PlacedBlock): string {
  if (typeof block === 'string') return block
  if ('quote' in block) return block.quote
  if ('href' in block) return plainLink(block)
  return block
    .map(({ label, lines, href }) => [label, ...lines.map(line => `  ${line}`), `  ${href}`].join('\n'))
    .join('\n\n')
}

type Page = {
  subject: string
  language: Language
  placed: readonly PlacedBlock[]
  footer: string
  notes: readonly Placed[]
  head: MailHead
}

/**
 * Mail programs barely support style sheets, so styles are inline. The one style sheet adapts the colours to dark mode and the
 * margins to phones, and nothing is missing without it.
 */
function page({ subject, language, placed, footer, notes, head }: Page) {
  const { light, dark } = themeOf(head.colors)
  const night = [
    `.ground{background:${dark.canvas}!important;color:${dark.cardForeground}!important}`,
    `.card{background:${dark.surface}!important}`,
    `.name,.link{color:${dark.link}!important}`,
    `.button{background:${dark.primary}!important;color:${dark.primaryForeground}!important}`,
    `.line{border-color:${dark.border}!important}`,
    `.quiet{color:${dark.muted}!important}`,
    `.quote{border-color:${dark.primary}!important}`,
  ].join('')
  const narrow = '.ground{padding:12px!important}.card{padding:20px!important}'
  const unbroken = (words: string, index: number) =>
    index % 2 === 1 ? html`<span style="white-space:nowrap">${words}</span>` : words
  const block = (shown: PlacedBlock) => {
    if (typeof shown === 'string')
      return html`<p style="margin:0 0 16px;white-space:pre-line">${shown.split(/(e-mails?)/i).map(unbroken)}</p>
`
    if ('quote' in shown)
      return html`<p class="quote" style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${light.primary};white-space:pre-line">${shown.quote}</p>
`
    if ('href' in shown)
      return html`<p style="margin:0 0 16px"><a href="${shown.href}" class="button" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${light.primary};color:${light.primaryForeground};font-weight:bold;text-decoration:none">${shown.label}</a></p>
`
    const items = shown.map(
      ({ label, href, lines }) =>
        html`<p class="line" style="margin:0;padding:12px 0;border-top:1px solid ${light.border}"><a href="${href}" class="link" style="color:${light.link};font-weight:bold">${label}</a>${lines.map(line => html`<br>${line}`)}</p>
`,
    )
    return html`<div style="margin:0 0 16px">${items}</div>
`
  }
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title>
<style>@media (max-width:480px){${narrow}}@media (prefers-color-scheme:dark){${night}}</style></head>
<body class="ground" style="margin:0;padding:24px;background:${light.canvas};color:${light.cardForeground};font:16px/1.5 Arial,sans-serif">
<div class="card" style="max-width:560px;margin:0 auto;padding:32px;background:${light.surface};border-radius:8px">
<p class="name" style="margin:0 0 24px;font-size:18px;font-weight:bold;color:${light.link}">${head.name}</p>
${placed.map(block)}<p class="line quiet" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid ${light.border};font-size:14px;color:${light.muted}">${footer}</p>
${
  notes.length > 0
    ? html`<p class="quiet" style="margin:8px 0 0;font-size:14px;color:${light.muted}">${notes.map(({ label, href }) => html`<a href="${href}" class="quiet" style="color:${light.muted};white-space:nowrap;margin-right:16px">${label}</a> `)}</p>
`
    : ''
}</div>
</body>
</html>
`
}
