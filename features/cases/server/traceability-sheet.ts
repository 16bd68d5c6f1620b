import { setImmediate as nextTurn } from 'node:timers/promises'
import { legible, mix } from '#kit/color.ts'
import { type Day, formatDay } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { Pdf, paper } from '#kit/server/pdf.ts'
import { Flow } from '#kit/server/pdf-flow.ts'
import type { Look } from '#kit/server/pdf-text.ts'
import { newTurns } from '#kit/server/turns.ts'
import type { CaseProduct, CaseStatus, PrintType } from '../contract.ts'
import { looks } from './traceability-sheet-looks.ts'
import { drawProducts } from './traceability-sheet-products.ts'
import { type SheetText, sheetText } from './traceability-sheet-text.ts'

/** All that the sheet says. The patient is a code here, never a name: paper travels with the work. */
export type TraceabilitySheet = {
  language: Language
  /** The moment it shows, and how the laboratory's clock puts it. */
  at: Date
  day: Day
  time: string
  laboratory: { name: string; phone: string; color: string }
  practice: { name: string; address: readonly string[] }
  prescriber: string | null
  code: string
  patientCode: string
  status: CaseStatus
  printType: PrintType
  registeredOn: Day
  products: readonly CaseProduct[]
}

/** Drawing keeps the event loop to itself: one at a time, and beyond a short queue none (security.md S51). */
export const inDrawingTurn = newTurns({ atOnce: 1, longestQueue: 16, retryAfter: 1 })

const left = 50
const width = paper.width - 2 * left
const gap = 12
const leading = 13.5

const { body, strong, small, title, quiet } = looks

/** Draws what exists so far of a case: provisional, since nobody has signed it. */
export async function drawTraceabilitySheet(sheet: TraceabilitySheet): Promise<Uint8Array<ArrayBuffer>> {
  const { language, laboratory, code } = sheet
  const t = sheetText(language)
  const accent = legible(laboratory.color, ['#ffffff'], 4.5)
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
        const about = [t.sheet.title, code, t.sheet.patientCode(sheet.patientCode)]
        if (page > 1) sides(60, about, t.sheet.provisional, accent)
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
  await nextTurn()
  await drawProducts(flow, sheet.products, language)

  const asOf = `${t.sheet.provisional}, ${formatDay(sheet.day, language, 'year')}`
  return pdf.finish((page, pages) => sides(paper.height - 40, [laboratory.name, code, asOf], t.sheet.page(page, pages)))
}

/** What the reader must know first: this is not the statement that the law asks for. */
function drawNotice(flow: Flow, { language, day, time }: TraceabilitySheet, t: SheetText, accent: string) {
  const padding = 14
  const room = width - 2 * padding - 3
  const lines = [
    ...flow.paragraph(
      `${t.sheet.provisional} · ${t.sheet.asOf(formatDay(day, language, 'long'), time)}`,
      { ...strong, color: accent },
      room,
    ),
    ...flow.paragraph(t.sheet.provisionalMeaning, body, room),
  ]
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
    ...flow.paragraph(first, strong, room),
    ...others.filter(Boolean).flatMap(other => flow.paragraph(other, body, room)),
  ]
  const { laboratory, practice, prescriber } = sheet
  const rows = [
    [
      fact(t.sheet.manufacturer, laboratory.name, laboratory.phone && t.sheet.phone(laboratory.phone)),
      fact(t.sheet.prescriber, prescriber ?? t.sheet.noPrescriber, practice.name, ...practice.address),
    ],
    [
      fact(t.sheet.patient, t.sheet.patientCode(sheet.patientCode), t.sheet.exclusiveUse),
      fact(
        t.sheet.case,
        sheet.code,
        t.sheet.registered(formatDay(sheet.registeredOn, sheet.language, 'long')),
        t.sheet.impression[sheet.printType],
        t.status[sheet.status],
      ),
    ],
  ]
  for (const row of rows) {
    flow.cells(row.map((lines, index) => ({ x: index * (width / 2 + gap), lines })))
    flow.y += 14
  }
  flow.y += 8
}
