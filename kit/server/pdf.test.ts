import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPdf } from '#test/pdf.ts'
import { readArchive } from '#test/pdf-archive.ts'
import { Pdf } from './pdf.ts'
import { Flow } from './pdf-flow.ts'
import { fontRuns } from './pdf-fonts.ts'
import { clip, type Measure, wrap } from './pdf-text.ts'

/** A font in which every letter is as wide as the text's size, so that widths can be counted. */
const measure: Measure = (text, _font, { size }) => Array.from(text).length * size
const look = { size: 1 }
const linesOf = (text: string, width: number) =>
  wrap(text, look, width, measure).map(({ runs }) => runs.map(run => run.text).join(''))

describe('lines', () => {
  it.each([
    ['one two three', 7, ['one two ', 'three']],
    ['one  two', 4, ['one  ', 'two']],
    ['exactly', 7, ['exactly']],
    ['extraordinary', 5, ['extra', 'ordin', 'ary']],
    ['a extraordinary', 5, ['a ext', 'raord', 'inary']],
    ['10\u00a0jours après', 8, ['10\u00a0jours ', 'après']],
    ['Oui\u202f! Non', 5, ['Oui\u202f! ', 'Non']],
    ['a\r\nb\tc\u2028d', 20, ['a b c d']],
    ['e\u0301te\u0301', 20, ['été']],
    ['', 5, []],
  ])('of %j, %i wide, are %j', (text, width, lines) => {
    expect(linesOf(text, width)).toEqual(lines)
  })

  it('are never too wide and lose nothing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 1, max: 40 }), (text, width) => {
        const lines = linesOf(text, width)
        expect(lines.join('')).toBe(text)
        for (const line of lines) expect(Array.from(line.trimEnd()).length).toBeLessThanOrEqual(width)
      }),
    )
  })

  it('are cut with an ellipsis where there may be only one', () => {
    const cut = (text: string, width: number) => {
      const line = clip(text, look, width, measure)
      return [line.runs.map(run => run.text).join(''), line.width]
    }
    expect(cut('short', 5)).toEqual(['short', 5])
    expect(cut('too long', 7)).toEqual(['too …', 5])
    expect(cut('extraordinary', 7)).toEqual(['extrao…', 7])
    expect(cut('', 7)).toEqual(['', 0])
  })
})

describe('fonts', () => {
  it('change only where the first has no such letter', () => {
    expect(fontRuns('Cœur d’Éloïse 12\u202f%', 'semibold')).toEqual([
      { font: 'semibold', text: 'Cœur d’Éloïse 12\u202f%' },
    ])
    expect(fontRuns('Dr שלום 12', 'regular')).toEqual([
      { font: 'regular', text: 'Dr ' },
      { font: 'other', text: 'שלום' },
      { font: 'regular', text: ' 12' },
    ])
  })

  it('none of which has a letter, give it by its number', () => {
    expect(fontRuns('漢\u{1F9B7}', 'regular')).toEqual([{ font: 'regular', text: '[U+6F22][U+1F9B7]' }])
  })

  it('leave out what is not seen and changes what is', () => {
    expect(fontRuns('a\u202eb\u200bc\u0000d\u00ade\ufefff\u0007', 'regular')).toEqual([
      { font: 'regular', text: 'abcdef' },
    ])
  })
})

async function written(paragraphs: readonly string[], title = 'Title') {
  const pdf = new Pdf({ title, language: 'en', createdAt: new Date('2026-11-21T09:00:00Z') })
  const flow = new Flow(pdf, { left: 50, width: 400, bottom: 700, leading: 14, beginPage: () => 50 })
  for (const text of paragraphs) flow.cells([{ x: 0, lines: flow.paragraph(text, { size: 10 }, 400) }])
  return pdf.finish(() => undefined)
}

describe('a document', () => {
  it('can be copied from, whatever was written before it in the same process', async () => {
    // A colon is drawn with the glyph of the full stop, which must still be copied as a full stop elsewhere.
    await written(['Colon: é'])
    const { text } = await readPdf(await written(['An end. ’ʼ Ω']))
    expect(text).toBe('An end. ’’ Ω')
  })

  it('can be copied from where digits are all as wide as each other', async () => {
    const pdf = new Pdf({ title: 'Figures', language: 'fr', createdAt: new Date('2026-11-21T09:00:00Z') })
    const flow = new Flow(pdf, { left: 50, width: 400, bottom: 700, leading: 14, beginPage: () => 50 })
    const figures = { size: 10, hasTabularFigures: true }
    const amounts = ['−1\u202f234\u202f567,89\u202f€', '€1,111.10', '5,5\u202f%']
    const lines = amounts.map(amount => flow.endLines(amount, figures, 400, flow.part('P')))
    flow.draw(lines.flat())
    const widths = ['1', '8'].map(digit => pdf.wrap(digit, figures, 400)[0]?.width)
    expect(widths[0]).toBe(widths[1])
    const { parts } = await readPdf(await pdf.finish(() => undefined))
    // The PDF reader knows one kind of space.
    expect(parts.map(part => part.text)).toEqual(amounts.map(amount => amount.replaceAll('\u202f', ' ')))
  })

  it('says of itself what it is, with no title breaking its description', async () => {
    const bytes = await written(['x'], 'A<B & C\r\n</dc:title>\u202e é')
    const { title, language, isTagged } = await readPdf(bytes)
    expect({ title, language, isTagged }).toEqual({ title: 'A B C /dc:title é', language: 'en', isTagged: true })
    expect(Buffer.from(bytes).toString('utf8')).toContain('<rdf:li xml:lang="x-default">A B C /dc:title é</rdf:li>')
  })

  it('fills many boxes once', async () => {
    const pdf = new Pdf({ title: 'Code', language: 'fr', createdAt: new Date('2026-11-21T09:00:00Z') })
    pdf.addPage()
    const boxes = Array.from({ length: 50 }, (_, x) => ({ x, y: 0, width: 1, height: 1 }))
    pdf.decoration(() => pdf.boxes(boxes, '#000000'))
    const { contents } = await readArchive(await pdf.finish(() => undefined))
    const [page = ''] = contents.filter(content => content.includes(' re\n'))
    expect([page.match(/ re$/gm)?.length, page.match(/^f$/gm)?.length]).toEqual([50, 1])
  })

  it('goes on over pages, line by line where a paragraph is longer than one', async () => {
    const words = Array.from({ length: 3_000 }, (_, index) => `w${index}`)
    const { pages, parts } = await readPdf(await written(['First', words.join(' '), 'Last']))
    expect(pages.length).toBeGreaterThan(2)
    expect(parts.map(part => part.text).join(' ')).toBe(['First', ...words, 'Last'].join(' '))
  })

  it('is drawn of any text there is', async () => {
    const anything = fc.array(fc.string({ unit: 'binary', maxLength: 60 }).map(text => text.toWellFormed()))
    await fc.assert(
      fc.asyncProperty(anything, async paragraphs => {
        const bytes = await written(['.', ...paragraphs])
        expect(Buffer.from(bytes.subarray(-6)).toString()).toBe('%%EOF\n')
      }),
      { numRuns: 40 },
    )
  })
})
