import { legible, mix } from '#kit/color.ts'
import type { Language } from '#kit/language.ts'
import { Pdf, paper } from '#kit/server/pdf.ts'
import { Flow, type Placed } from '#kit/server/pdf-flow.ts'
import type { Address, DocumentLook, Party, Seller } from '../../document.ts'
import { countryOnPaper } from './document-figures.ts'
import { type DocumentText, documentText } from './document-text.ts'
import { half, leading, left, looks } from './paper-looks.ts'

const width = paper.width - 2 * left
const footLeading = 10.5
/** Width of "Page 100 sur 100" and the space before it. */
const roomForPages = 90
const { body, strong, small, name, title, quiet } = looks

export type Letter = {
  /** "Facture" */
  title: string
  /** "FA-2026-000123" */
  number: string
  language: Language
  createdAt: Date
  look: DocumentLook
  seller: Seller
  to: Party
  toLabel: string
  deliveredTo?: { name: string; address: Address } | null
  /** What the reader looks for first, each with its label. */
  facts: readonly (readonly [label: string, value: string])[]
}

/** A letter's first page with sender, recipient and subject, and further pages that name these in one line. */
export function openLetter(letter: Letter) {
  const { language, seller, to } = letter
  const t = documentText(language)
  const accent = legible(letter.look.color, ['#ffffff'], 4.5)
  const about = `${letter.title} ${letter.number}`
  const pdf = new Pdf({ title: `${about} · ${seller.name}`, language, createdAt: letter.createdAt, isArchival: true })
  // The legally required identity is never cut: it takes as many lines as it needs.
  const identity = pdf.wrap(identityOf(seller, t).join(' · '), small, width - roomForPages)
  const footTop = paper.height - 40 - (identity.length - 1) * footLeading
  const flow = new Flow(pdf, {
    left,
    width,
    bottom: footTop - 26,
    leading,
    beginPage: page => {
      pdf.decoration(() => {
        pdf.box(left, 40, width, 2, accent)
        if (page > 1) sides(pdf, 60, [about, to.name].join(' · '), seller.name)
      })
      return page === 1 ? 56 : 80
    },
  })
  drawHead(pdf, flow, letter, accent)
  drawParties(flow, letter, t)
  drawFacts(flow, letter.facts, accent)

  const finish = () =>
    pdf.finish((page, pages) => {
      for (const [index, line] of identity.entries()) pdf.text(line, left, footTop + index * footLeading, small)
      sides(pdf, paper.height - 40, '', t.page(page, pages))
    })
  return { pdf, flow, accent, t, finish }
}

/** Text at both edges of a line; the first gives way to the second. */
function sides(pdf: Pdf, baseline: number, words: string, end: string) {
  const last = pdf.clip(end, small, width / 2)
  pdf.text(last, left + width - last.width, baseline, small)
  pdf.text(pdf.clip(words, small, width - last.width - 12), left, baseline, small)
}

const identityOf = ({ name, legalForm, siren, vatNumber }: Seller, t: DocumentText) => [
  name,
  ...[legalForm, siren && t.siren(siren), vatNumber && t.vatNumber(vatNumber)].filter(
    part => part !== null && part !== '',
  ),
]

function drawHead(pdf: Pdf, flow: Flow, { look, seller, title: what, number }: Letter, accent: string) {
  const top = flow.y
  if (look.logo) {
    const { logo } = look
    pdf.decoration(() => {
      pdf.image(logo, left, top + 4, { width: 190, height: 46 })
    })
  } else {
    flow.draw(flow.paragraph(seller.name, { ...name, color: accent }, half.x - 20).slice(0, 2), 19)
  }
  const under = flow.y
  flow.y = top
  flow.draw(flow.paragraph(what, title, half.width, 'H1'), 26, half.x)
  flow.draw(flow.paragraph(number, { ...strong, size: 11, color: accent }, half.width), 17, half.x)
  flow.y = Math.max(flow.y, under, look.logo ? top + 50 : 0) + 16
}

function drawParties(flow: Flow, { look, seller, to, toLabel, deliveredTo, language }: Letter, t: DocumentText) {
  const paragraphs = (room: number, ...parts: readonly (readonly [string | null, typeof body | typeof small])[]) =>
    parts.flatMap(([words, look]) => (words ? flow.paragraph(words, look, room) : []))
  const place = ({ lines, postalCode, city, countryCode }: Address) =>
    [
      ...lines,
      [postalCode, city].filter(Boolean).join(' '),
      countryCode === 'FR' ? '' : countryOnPaper(countryCode, language),
    ].map(words => [words, body] as const)
  const sender = paragraphs(
    half.x - 30,
    // Omitted where the name stands above in place of a logo.
    [look.logo ? seller.name : null, strong],
    ...place(seller.address),
    [seller.phone && t.phone(seller.phone), small],
    [seller.email, small],
    [seller.siren && t.siren(seller.siren), small],
    [seller.vatNumber && t.vatNumber(seller.vatNumber), small],
  )
  const recipient = paragraphs(
    half.width,
    [toLabel, small],
    [to.name, strong],
    ...place(to.address),
    [to.siren && t.siren(to.siren), small],
    [to.vatNumber && t.vatNumber(to.vatNumber), small],
    ...(deliveredTo
      ? ([
          ['\u00a0', small],
          [t.deliveredTo, small],
          [deliveredTo.name, strong],
          ...place(deliveredTo.address),
        ] as const)
      : []),
  )
  flow.cells([
    { x: 0, lines: sender },
    { x: half.x, lines: recipient },
  ])
  flow.y += 16
}

/** Side by side on a background of the laboratory's colour. */
function drawFacts(flow: Flow, facts: Letter['facts'], accent: string) {
  if (facts.length === 0) return
  const padding = 11
  const room = (width - padding) / facts.length
  const columns = facts.map(([label, value], index) => ({
    x: padding + index * room,
    lines: [
      ...flow.paragraph(label, small, room - padding),
      ...flow.paragraph(value, strong, room - padding),
    ] as Placed[],
  }))
  const height = Math.max(...columns.map(({ lines }) => lines.length)) * leading + 2 * padding - 5
  flow.keep(height)
  flow.box(0, width, height, mix(accent, 0.07, '#ffffff'))
  const end = flow.y + height
  flow.y += padding - 4
  flow.cells(columns)
  flow.y = end + 16
}

export const rule = (flow: Flow, color: string = quiet, weight = 0.75) => flow.box(0, width, weight, color)
