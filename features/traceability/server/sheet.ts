import type { CaseStatus } from '#features/cases/contract.ts'
import { legible, mix } from '#kit/color.ts'
import { type Day, formatDay } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { Pdf, paper } from '#kit/server/pdf.ts'
import { Flow } from '#kit/server/pdf-flow.ts'
import type { Look } from '#kit/server/pdf-text.ts'
import { looks } from './sheet-looks.ts'
import { drawProducts } from './sheet-products.ts'
import { type SheetText, sheetText } from './sheet-text.ts'
import type { StatementContent } from './stored-statement.ts'

export type TraceabilitySheet = {
  content: StatementContent
  language: Language
  color: string
  /** When it was signed; now, for a provisional sheet. */
  at: Date
  status: CaseStatus
  /** Read from the case, not from the statement: a patient's name in it must not be kept as long as that. */
  practiceReference: string | null
  /** Null before signing: the sheet is provisional then, and says so on each page. */
  signature: { number: string; version: number; name: string; on: Day; keptUntil: Day } | null
  /** In the laboratory's time zone. */
  seen: { on: Day; time: string }
}

const left = 50
const width = paper.width - 2 * left
const gap = 12
const leading = 13.5

const { body, strong, small, title, quiet } = looks

/** Draws the signed statement, or the current state of an unsigned case. */
export async function drawTraceabilitySheet(sheet: TraceabilitySheet): Promise<Uint8Array<ArrayBuffer>> {
  const { language, signature } = sheet
  const { laboratory, code, patientCode, products } = sheet.content
  const t = sheetText(language)
  const accent = legible(sheet.color, ['#ffffff'], 4.5)
  const name = signature ? t.sheet.numbered(signature.number, signature.version) : t.sheet.provisional
  const pdf = new Pdf({ title: `${t.sheet.title} ${code}`, language, createdAt: sheet.at })
  const sides = (baseline: number, words: readonly string[], end: string, endColor: string = quiet) => {
    const last = pdf.clip(end, small, width)
    pdf.text(last, left + width - last.width, baseline, { ...small, color: endColor })
    pdf.text(pdf.clip(words.join(' · '), small, width - last.width - gap), left, baseline, small)
  }
  const flow = new Flow(pdf, {
    left,
    width,
    bottom: paper.height - 72,
    leading,
    beginPage: page => {
      pdf.decoration(() => {
        pdf.box(left, 40, width, 2, accent)
        const about = [t.sheet.title, code, t.sheet.patientCode(patientCode)]
        if (page > 1) sides(60, about, name, accent)
      })
      return page === 1 ? 48 : 78
    },
  })

  const inAccent: Look = { ...strong, color: accent }
  flow.draw(flow.paragraph(laboratory.name, { ...inAccent, size: 11 }, width).slice(0, 1), 18)
  flow.draw(flow.paragraph(t.sheet.title, title, width, 'H1'), 34)
  flow.draw(flow.paragraph(t.sheet.law, small, width), 17)
  flow.y += 18
  drawNotice(flow, sheet, t, accent)
  drawFacts(flow, sheet, t)
  drawProducts(flow, products, language)
  if (signature) drawDeclaration(flow, sheet.content, signature, t, language)

  const asOf = `${name}, ${formatDay(signature?.on ?? sheet.seen.on, language, 'year')}`
  return pdf.finish((page, pages) => sides(paper.height - 40, [laboratory.name, code, asOf], t.sheet.page(page, pages)))
}

/** The notice at the top: who signed, or that this is not yet the statement the law requires. */
function drawNotice(flow: Flow, { language, signature, seen }: TraceabilitySheet, t: SheetText, accent: string) {
  const [head, meaning] = signature
    ? [
        t.sheet.numbered(signature.number, signature.version),
        t.sheet.signed(signature.name, formatDay(signature.on, language, 'long')),
      ]
    : [
        `${t.sheet.provisional} · ${t.sheet.asOf(formatDay(seen.on, language, 'long'), seen.time)}`,
        t.sheet.provisionalMeaning,
      ]
  const padding = 14
  const room = width - 2 * padding - 3
  const lines = [...flow.paragraph(head, { ...strong, color: accent }, room), ...flow.paragraph(meaning, body, room)]
  const height = lines.length * leading + 2 * padding - 6
  flow.box(0, width, height, mix(accent, 0.06, '#ffffff'))
  flow.box(0, 3, height, accent)
  const end = flow.y + height
  flow.y += padding - 6
  flow.draw(lines, leading, 3 + padding)
  flow.y = end + 20
}

function drawFacts(flow: Flow, sheet: TraceabilitySheet, t: SheetText) {
  const room = width / 2 - gap
  const fact = (label: string, first: string, ...others: readonly string[]) => [
    ...flow.paragraph(label, small, room, 'H2'),
    ...(first ? flow.paragraph(first, strong, room) : []),
    ...others.filter(Boolean).flatMap(other => flow.paragraph(other, body, room)),
  ]
  const { laboratory, practice, prescriber, code, patientCode, registeredOn, printType, sites } = sheet.content
  const rows = [
    [
      fact(
        t.sheet.manufacturer,
        laboratory.name,
        ...laboratory.address,
        laboratory.phone && t.sheet.phone(laboratory.phone),
      ),
      fact(t.sheet.prescriber, prescriber ?? t.sheet.noPrescriber, practice.name, ...practice.address),
    ],
    [
      fact(t.sheet.patient, t.sheet.patientCode(patientCode), t.sheet.exclusiveUse),
      fact(
        t.sheet.case,
        code,
        sheet.practiceReference ? t.sheet.practiceReference(sheet.practiceReference) : '',
        t.sheet.registered(formatDay(registeredOn, sheet.language, 'long')),
        t.sheet.impression[printType],
        sheet.signature ? '' : t.status[sheet.status],
      ),
    ],
  ]
  if (sites.length > 0) {
    rows.push([
      fact(t.sheet.sites, '', ...sites.flatMap(({ name, address, work }) => [[name, ...address, work].join(', ')])),
    ])
  }
  for (const row of rows) {
    flow.cells(row.map((lines, index) => ({ x: index * (width / 2 + gap), lines })))
    flow.y += 14
  }
  flow.y += 8
}

/** What the laboratory declares with its signature (Annex XIII, 1). */
function drawDeclaration(
  flow: Flow,
  { unmetRequirements, substances, release }: StatementContent,
  { name, on, keptUntil }: NonNullable<TraceabilitySheet['signature']>,
  t: SheetText,
  language: Language,
) {
  flow.keep(150)
  flow.y += 14
  flow.draw(flow.paragraph(t.sheet.declaration, { ...strong, size: 12 }, flow.width, 'H2'), 16)
  flow.y += 2
  const sentences = [
    unmetRequirements ? t.sheet.conformsExcept(unmetRequirements) : t.sheet.conforms,
    substances ? t.sheet.substances(substances) : t.sheet.noSubstances,
    ...(release
      ? [
          t.sheet.released(
            release.points.map(point => t.sheet.points[point]).join(', '),
            release.by,
            formatDay(release.on, language, 'long'),
          ),
          release.note ?? '',
        ]
      : []),
    t.sheet.kept(formatDay(keptUntil, language, 'long')),
  ].filter(Boolean)
  for (const sentence of sentences) {
    flow.draw(flow.paragraph(sentence, body, flow.width), leading)
    flow.y += 4
  }
  flow.y += 8
  flow.keep(40)
  flow.draw(flow.paragraph(t.sheet.signedBy(name), strong, flow.width), leading)
  flow.draw(flow.paragraph(formatDay(on, language, 'long'), small, flow.width), leading)
}
