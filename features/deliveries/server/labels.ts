import { encode } from 'uqr'
import { formatDay } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { Pdf } from '#kit/server/pdf.ts'
import type { Look } from '#kit/server/pdf-text.ts'
import type { LabelSize } from '../input.ts'
import type { LabelRow } from './shipping-sql.ts'

const millimetres = (count: number) => (count * 72) / 25.4

/** A roll of 62 mm cut every 40 mm, and the paper of larger printers. */
const sizes = {
  '62mm': { width: millimetres(62), height: millimetres(40), margin: millimetres(3), code: 24, words: 9 },
  a6: { width: millimetres(148), height: millimetres(105), margin: millimetres(8), code: 56, words: 18 },
} as const satisfies Record<LabelSize, object>

/** Maximum lines for a name or a day; longer text ends in an ellipsis. */
const most = 3

const words = {
  fr: {
    title: 'Étiquettes',
    delivery: (day: string) => `Livraison\u00a0: ${day}`,
    reference: (reference: string) => `Réf. du cabinet\u00a0: ${reference}`,
  },
  en: {
    title: 'Labels',
    delivery: (day: string) => `Delivery: ${day}`,
    reference: (reference: string) => `Practice ref.: ${reference}`,
  },
}

type Label = Pick<LabelRow, 'code' | 'deliveryDate' | 'practiceReference'> & { practice: { name: string } }
export type Labels = { rows: readonly Label[]; company: string; size: LabelSize; language: Language }

/**
 * One label per page, with its code across the full width. Bags lie around openly, so the label names the practice, but
 * never the patient.
 */
export function drawLabels({ rows, company, size, language }: Labels) {
  const { width, height, margin, code, words: text } = sizes[size]
  const t = words[language]
  const pdf = new Pdf({ title: t.title, language, createdAt: new Date(), size: { width, height } })
  const headBottom = margin + code
  const square = height - margin - headBottom
  const x = margin + square + margin
  const room = width - margin - x
  for (const row of rows) {
    pdf.addPage()
    writeCode(pdf, row.code, { x: margin, bottom: headBottom - code * 0.25, size: code, room: width - 2 * margin })
    pdf.decoration(() => drawCode(pdf, row.code, { x: margin, y: headBottom, square }))
    let y = headBottom
    const write = (words: string, look: Look) => {
      const lead = look.size * 1.2
      // The first texts take the lines they need, and the last one gets the rest of the page.
      const fitting = Math.min(most, Math.floor((height - margin - y) / lead))
      if (fitting < 1) return
      const lines = pdf.wrap(words, look, room)
      const rest = lines.splice(fitting - 1).flatMap(({ runs }) => runs.map(run => run.text))
      const part = pdf.part('P')
      for (const line of [...lines, ...(rest.length > 0 ? [pdf.clip(rest.join(''), look, room)] : [])]) {
        y += lead
        pdf.content(part, () => pdf.text(line, x, y, look))
      }
      y += look.size * 0.35
    }
    write(row.practice.name, { size: text, weight: 'semibold' })
    if (row.deliveryDate) {
      const day = formatDay(row.deliveryDate, language, 'short').replaceAll(' ', '\u00a0')
      write(t.delivery(day), { size: text })
    }
    if (row.practiceReference) write(t.reference(row.practiceReference), { size: text * 0.85 })
    write(company, { size: text * 0.85 })
  }
  return pdf.finish(() => undefined)
}

/** On one line, however long: a broken code is read aloud wrongly. */
function writeCode(
  pdf: Pdf,
  code: string,
  { x, bottom, size, room }: { x: number; bottom: number; size: number; room: number },
) {
  const [whole] = pdf.wrap(code, { size, weight: 'semibold' }, Number.POSITIVE_INFINITY)
  if (!whole) return
  const look: Look = { size: size * Math.min(1, room / whole.width), weight: 'semibold' }
  const [line] = pdf.wrap(code, look, Number.POSITIVE_INFINITY)
  if (line) pdf.content(pdf.part('H1'), () => pdf.text(line, x, bottom, look))
}

/** Encodes the plain code, so that a reader types what a person would. */
function drawCode(pdf: Pdf, code: string, { x, y, square }: { x: number; y: number; square: number }) {
  const { data, size } = encode(code, { border: 2, ecc: 'M' })
  const module = square / size
  // Slightly wider, so that printers leave no white lines between modules.
  const side = module * 1.02
  const dark = data.flatMap((row, line) =>
    row.flatMap((isDark, column) =>
      isDark ? [{ x: x + column * module, y: y + line * module, width: side, height: side }] : [],
    ),
  )
  pdf.boxes(dark, '#000000')
}
