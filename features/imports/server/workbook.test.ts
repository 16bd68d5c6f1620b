import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { asTable } from '#kit/server/workbook.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import { apply, catalogue, check, dataOf, previewOf, send, told } from '#test/importing.ts'

const { make, as } = startTestApp({ creatingRates: noCreatingRates })
const opened = async () => as(await make.user(await make.laboratory()))

/** A ZIP as Excel packs it; `unpackedOf` sets the size the directory claims, true or not. */
function zipOf(parts: Record<string, string>, unpackedOf: (name: string, length: number) => number) {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const packed = deflateRawSync(text)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(text), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(unpackedOf(name, Buffer.byteLength(text)), 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    bodies.push(Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(bodies.length / 4, 8)
  end.writeUInt16LE(bodies.length / 4, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...bodies, list, end]))
}

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`
type Inside = { sheet: string; words?: string[]; parts?: Record<string, string> }

const truly = (_name: string, length: number) => length

/** The parts of an Excel file that are read; its first sheet is hidden. */
const workbook = ({ sheet, words = [], parts = {} }: Inside, unpackedOf = truly) =>
  zipOf(
    {
      '[Content_Types].xml': xml('<Types/>'),
      'xl/workbook.xml': xml(
        '<workbook xmlns:r="x"><sheets><sheet name="A" state="hidden" r:id="rId1"/><sheet name="B" r:id="rId2"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': xml(
        '<Relationships><Relationship Id="rId1" Target="worksheets/hidden.xml"/><Relationship Id="rId2" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/sharedStrings.xml': xml(`<sst>${words.map(word => `<si>${word}</si>`).join('')}</sst>`),
      'xl/worksheets/sheet1.xml': xml(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
      ...parts,
    },
    unpackedOf,
  )
const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const heads = ['Référence', 'Famille', 'Nom', 'Délai', 'Prix HT', 'Dents', 'TVA']
const headRow = `<row r="1">${heads.map((text, index) => cell(`${'ABCDEFG'[index]}1`, text)).join('')}</row>`

describe('a workbook of Excel', () => {
  it('is read as the table of its first sheet that is shown: words, numbers, formulas, what is left out', async () => {
    const call = await opened()
    const sheet = `${headRow}<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="str"><f>A2</f><v>Couronne; "zircone" &amp; or</v></c>
      <c r="D2"><v>6</v></c><c r="E2"><v>149.30000000000001</v></c><c r="F2" t="s"><v>2</v></c><c r="G2"><v>0.2</v></c></row>
      <row r="4">${cell('A4', 'BRI-3')}${cell('B4', 'Fixe')}${cell('C4', 'Bridge\nzircone')}<c r="D4"><v>8</v></c>${cell('F4', 'suite')}</row>`
    const words = ['<t>COU-10</t>', '<r><t>Fi</t></r><r><t>xe</t></r><rPh><t>x</t></rPh>', '<t>obligatoire</t>']
    const { id, columns, preview } = await previewOf(call, workbook({ sheet, words }))
    expect(preview).toMatchObject({ added: 2, changed: 0, unchanged: 0, wrong: 0, faults: [] })
    await apply(call, id, preview, columns)
    const [family] = await catalogue(call)
    expect(family).toMatchObject({
      nameFr: 'Fixe',
      products: [
        { reference: 'COU-10', labelFr: 'Couronne; "zircone" & or', leadDays: 6, priceCents: 14_930, vat: 'standard' },
        { reference: 'BRI-3', labelFr: 'Bridge zircone', priceCents: null, teeth: 'run' },
      ],
    })
  })

  it('has its faults by the numbers that its lines have in Excel', async () => {
    const call = await opened()
    const wrong = (row: number) => `<row r="${row}">${cell(`A${row}`, 'A/B')}${cell(`C${row}`, 'a\nb')}</row>`
    const { preview } = await previewOf(call, workbook({ sheet: `${headRow}${wrong(3)}${wrong(7)}` }))
    expect(new Set(preview.faults.map(({ line }: { line: number }) => line))).toEqual(new Set([3, 7]))
  })

  it('is refused where it is none, has too much in it, or says less than it unpacks to', async () => {
    const call = await opened()
    const refusalOf = async (inside: Inside) => told(await send(call, workbook(inside)))
    expect(await refusalOf({ sheet: headRow, parts: { 'xl/workbook.xml': '<workbook' } })).toEqual([
      422,
      'file_unreadable',
    ])
    const entity = '<!DOCTYPE x [<!ENTITY a "aaaa">]><sst/>'
    expect(await refusalOf({ sheet: headRow, parts: { 'xl/sharedStrings.xml': entity } })).toEqual([
      422,
      'file_unreadable',
    ])
    expect(await refusalOf({ sheet: '<row r="200001"/>' })).toEqual([422, 'too_many_lines'])
    expect(await refusalOf({ sheet: '' })).toEqual([422, 'file_empty'])
    const lying = (length: number) => async (name: string) =>
      told(
        await send(
          call,
          workbook({ sheet: headRow }, (part, truth) => (part === name ? length : truth)),
        ),
      )
    expect(await lying(1024 ** 3)('xl/worksheets/sheet1.xml')).toEqual([413, 'file_too_large'])
    expect(await lying(100)('xl/worksheets/sheet1.xml')).toEqual([422, 'file_unreadable'])
    expect(await lying(10)('xl/sharedStrings.xml')).toEqual([422, 'file_unreadable'])
    const whole = workbook({ sheet: headRow })
    const cut = whole.slice(0, whole.length - 30)
    expect(await told(await send(call, cut))).toEqual([422, 'file_unreadable'])
  })

  it('is refused where it grows in the reading: more parts, more words, more letters, a table larger than any file', async () => {
    const call = await opened()
    const refusalOf = async (inside: Inside) => told(await send(call, workbook(inside)))
    const parts = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`xl/media/${index}.xml`, '']))
    expect(await refusalOf({ sheet: headRow, parts })).toEqual([422, 'file_unreadable'])
    const tooLarge = [413, 'file_too_large']
    expect(await refusalOf({ sheet: headRow, words: Array(500_001).fill('') })).toEqual(tooLarge)
    const long = `<t>${'x'.repeat(30_000)}</t>`
    expect(await refusalOf({ sheet: headRow, words: Array(700).fill(long) })).toEqual(tooLarge)
    const named = Array.from({ length: 700 }, (_, index) => `<row r="${index + 2}"><c t="s"><v>0</v></c></row>`)
    expect(await refusalOf({ sheet: headRow + named.join(''), words: [long] })).toEqual(tooLarge)
    // Content longer than an Excel cell can hold is cut.
    const longer = `<row r="2">${cell('A2', 'y'.repeat(500_000))}</row>`
    expect((await send(call, workbook({ sheet: headRow + longer }))).status).toBe(201)
  })

  // A few kilobytes on the wire: 60 MB of unclosed elements took 3.5 GB and the whole service with them.
  it.each([
    ['elements in elements', '<a>'.repeat(70) + '</a>'.repeat(70)],
    [
      'an element of which endless things are said',
      `<row ${Array.from({ length: 101 }, (_, n) => `a${n}=""`).join(' ')}/>`,
    ],
    ['a cell without end', `<row r="2">${cell('A2', 'y'.repeat(2 * 1024 * 1024))}</row>`],
    ['a cell of signs that are written long', `<row r="2">${cell('A2', '&#97;'.repeat(400_000))}</row>`],
    ['a place without end', `<row r="2"><c r="${'A'.repeat(2 * 1024 * 1024)}"/></row>`],
    ['a name without end', `<${'a'.repeat(2 * 1024 * 1024)}/>`],
    ['a remark without end', `<!--${'a'.repeat(2 * 1024 * 1024)}-->`],
  ])('is refused where its reader would have to keep %s', async (_, sheet) => {
    const call = await opened()
    expect(await told(await send(call, workbook({ sheet: headRow + sheet })))).toEqual([422, 'file_unreadable'])
  })

  it('may have as many lines as a table', async () => {
    const call = await opened()
    const count = Number(process.env.IMPORT_LINES ?? 2_500)
    const rows = Array.from({ length: count }, (_, index) => {
      const row = index + 2
      return `<row r="${row}">${cell(`A${row}`, `P-${index}`)}${cell(`B${row}`, `F${index % 30}`)}${cell(`C${row}`, 'Couronne')}<c r="D${row}"><v>6</v></c></row>`
    })
    const bytes = workbook({ sheet: headRow + rows.join('') })
    const began = performance.now()
    const { id, columns } = await dataOf(await send(call, bytes))
    const took = Math.round(performance.now() - began)
    expect(await dataOf(await check(call, id, columns))).toMatchObject({ added: count, wrong: 0 })
    if (process.env.IMPORT_LINES) process.stdout.write(`${JSON.stringify({ bytes: bytes.length, taken: took })}\n`)
  })
})

it('is not blamed for a disk that is full', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arcade-workbook-'))
  const path = join(folder, 'file')
  await writeFile(path, workbook({ sheet: headRow }))
  // As a full disk answers.
  await symlink('/dev/full', `${path}.csv`)
  await expect(asTable(path, 1_000_000)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(await readdir(folder)).toEqual(['file'])
  await rm(folder, { recursive: true })
})
