import { encode } from 'uqr'
import { formatDay } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { Pdf } from '#kit/server/pdf.ts'
import type { Look } from '#kit/server/pdf-text.ts'
import type { LabelSize } from '../input.ts'
import type { LabelRow } from './shipping-sql.ts'

const millimetres = (count: number) => (count * 72) / 25.4

/** A roll of 62 mm cut after 40, and the sheet of the larger printers. */
const sizes = {
  '62mm': { width: millimetres(62), height: millimetres(40), margin: millimetres(3), code: 15, words: 8.5 },
  a6: { width: millimetres(148), height: millimetres(105), margin: millimetres(8), code: 34, words: 16 },
} as const satisfies Record<LabelSize, object>

const words = {
  fr: { title: 'Étiquettes', delivery: (day: string) => `Livraison : ${day}` },
  en: { title: 'Labels', delivery: (day: string) => `Delivery: ${day}` },
}

type Label = Pick<LabelRow, 'code' | 'deliveryDate'> & { practice: { name: string } }
export type Labels = { rows: readonly Label[]; company: string; size: LabelSize; language: Language }

/** One a page. A bag lies about: whose work it is stands on it, never whose mouth. */
export function drawLabels({ rows, company, size, language }: Labels) {
  const { width, height, margin, code, words: text } = sizes[size]
  const t = words[language]
  const pdf = new Pdf({ title: t.title, language, createdAt: new Date(), size: { width, height } })
  const square = height - 2 * margin
  const x = margin + square + margin
  const room = width - margin - x
  for (const row of rows) {
    pdf.addPage()
    pdf.decoration(() => drawCode(pdf, row.code, { x: margin, y: margin, square }))
    let y = margin
    const write = (words: string, look: Look, tag: 'H1' | 'P') => {
      const lines = pdf.wrap(words, look, room).slice(0, 2)
      const part = pdf.part(tag)
      for (const line of lines) {
        y += look.size * 1.2
        pdf.content(part, () => pdf.text(line, x, y, look))
      }
      y += look.size * 0.35
    }
    write(row.code, { size: code, weight: 'semibold' }, 'H1')
    write(row.practice.name, { size: text, weight: 'semibold' }, 'P')
    if (row.deliveryDate) write(t.delivery(formatDay(row.deliveryDate, language, 'short')), { size: text }, 'P')
    write(company, { size: text * 0.85 }, 'P')
  }
  return pdf.finish(() => undefined)
}

/** The code itself, so that a reader types what somebody would. */
function drawCode(pdf: Pdf, code: string, { x, y, square }: { x: number; y: number; square: number }) {
  const { data, size } = encode(code, { border: 2, ecc: 'M' })
  const module = square / size
  // A hair wider, so that no printer leaves white lines between them.
  const side = module * 1.02
  const dark = data.flatMap((row, line) =>
    row.flatMap((isDark, column) =>
      isDark ? [{ x: x + column * module, y: y + line * module, width: side, height: side }] : [],
    ),
  )
  pdf.boxes(dark, '#000000')
}
