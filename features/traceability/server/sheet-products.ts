import { formatShade, formatTeeth } from '#features/prescription/rules.ts'
import { formatDay } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import type { Part } from '#kit/server/pdf.ts'
import type { Cell, Flow } from '#kit/server/pdf-flow.ts'
import type { Look } from '#kit/server/pdf-text.ts'
import { looks } from './sheet-looks.ts'
import { type SheetText, sheetText } from './sheet-text.ts'
import type { TracedProduct } from './stored-statement.ts'

const { body, strong, small } = looks

type ColumnName = 'product' | 'quantity' | 'teeth' | 'shade' | 'materials'

/** Their total is the width of the page. */
const columns: readonly { name: ColumnName; x: number; width: number }[] = [
  { name: 'product', x: 0, width: 146 },
  { name: 'quantity', x: 154, width: 20 },
  { name: 'teeth', x: 182, width: 88 },
  { name: 'shade', x: 278, width: 82 },
  { name: 'materials', x: 368, width: 127 },
]

/** The prescribed products, with materials and lots as far as the bench has entered them. */
export function drawProducts(flow: Flow, products: readonly TracedProduct[], language: Language) {
  const t = sheetText(language).sheet
  const missing = products.filter(product => !isTraced(product)).length
  const note = products.length === 0 ? t.noProducts : missing > 0 && t.incomplete(missing, products.length)

  // Keeps the heading together with the first lines, so that it is never alone at the foot of a page.
  flow.keep(110)
  flow.draw(flow.paragraph(t.products, { ...strong, size: 12 }, flow.width, 'H2'), 16)
  if (note) flow.draw(flow.paragraph(note, body, flow.width), 16)
  flow.y += 10
  if (products.length === 0) return

  const table = flow.part('Table')
  const drawNames = (row?: Part) => {
    flow.cells(
      columns.map(({ name, x, width }) => ({
        x,
        lines: flow.lines(t.columns[name], small, width, row && flow.part('TH', row)),
      })),
    )
    flow.y += 6
    flow.box(0, flow.width, 0.75, looks.quiet)
    flow.y += 5
  }
  drawNames(flow.part('TR', table))
  for (const product of products) {
    // On a continued page only the product's names are repeated, not the column heads, which screen readers announce once.
    flow.cells(productCells(flow, table, product, language), () => drawNames())
    flow.y += 7
    flow.box(0, flow.width, 0.5, looks.hairline)
    flow.y += 5
  }
}

const isTraced = ({ materials, traceability }: TracedProduct) => materials.length > 0 || !!traceability

/** For each material its name, and below it the data of the maker's label. */
function materialLines({ materials, traceability }: TracedProduct, t: SheetText, language: Language): [string, Look][] {
  if (materials.length === 0) return [traceability ? [traceability, body] : [t.sheet.toComplete, small]]
  const day = (on: string) => formatDay(on, language, 'year')
  return materials.flatMap(({ name, maker, lot, expiresOn, standard, certificate, certificateEndsOn }) => {
    const below = [
      `${maker} · ${t.sheet.lot(lot)}`,
      expiresOn && t.sheet.expires(day(expiresOn)),
      standard,
      certificate && certificateEndsOn && t.sheet.certificate(certificate, day(certificateEndsOn)),
    ]
    return [[name, body], ...below.flatMap((line): [string, Look][] => (line ? [[line, small]] : []))]
  })
}

function productCells(flow: Flow, table: Part, product: TracedProduct, language: Language): Cell[] {
  const t = sheetText(language)
  const { label, reference, shade, complementaryShade, teeth, pontics, sector, implant, note } = product
  const inWords = (guide: string) => formatShade(guide, language)
  const contents = {
    product: [
      [label[language], strong],
      [reference && t.one.reference(reference), small],
      [implant && `${implant.brand}, ${implant.platform}`, small],
      [note, small],
    ],
    quantity: [[t.number(product.quantity), body]],
    teeth: [
      [formatTeeth(teeth), body],
      [pontics.length > 0 && t.sheet.pontics(formatTeeth(pontics)), small],
      [sector && t.sector[sector], teeth.length > 0 ? small : body],
    ],
    shade: [
      [shade && inWords(shade), body],
      [complementaryShade && t.one.complementaryShade(inWords(complementaryShade)), small],
    ],
    materials: materialLines(product, t, language),
  } satisfies Record<ColumnName, [string | false | null, Look][]>
  const row = flow.part('TR', table)
  return columns.map(({ name, x, width }) => {
    const cell = flow.part('TD', row)
    return { x, lines: contents[name].flatMap(([text, look]) => (text ? flow.lines(text, look, width, cell) : [])) }
  })
}
