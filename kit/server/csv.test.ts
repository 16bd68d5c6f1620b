import { expect, it } from 'vitest'
import { commaLine, csvAmount, csvDay, csvLine, csvTable, csvWords, withoutGuard } from './csv.ts'

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(1)',
  '\tx',
  '\rx',
  '\nx',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '﹦1+1',
  '﹣1',
  '⁼1',
  '−1',
  ' =1+1',
  '\u00a0=1+1',
  '\u200b＝1+1',
  '\ufeff=1+1',
])('what a spreadsheet may take for a formula is words: %j', text => {
  expect(csvWords(text)).toBe(`'${text}`)
  expect(withoutGuard(csvWords(text))).toBe(text)
})

it.each(['', "'60", 'Cabinet A+B', 'a=b', '1-2', ' Lilas', 'É＝', '—', 'claire@cabinet.example'])(
  'is words already: %j',
  text => {
    expect(csvWords(text)).toBe(text)
    expect(withoutGuard(text)).toBe(text)
  },
)

it('writes a line for spreadsheets: marks where they are needed, numbers as they are', () => {
  expect(csvLine(['Dupont; fils', 'a "b"', '=1+1', -1, csvAmount(-5), null])).toBe(
    `"Dupont; fils";"a ""b""";'=1+1;-1;-0,05;\r\n`,
  )
})

it('holds the white space around a cell by marks', () => {
  expect(csvLine([' Lilas', 'Lilas\u00a0', '\t', 'a b'])).toBe(`" Lilas";"Lilas\u00a0";"'\t";a b\r\n`)
})

it('writes a line for programs: commas, and marks around each cell', () => {
  expect(commaLine(['＝1+1', 'a "b"', null])).toBe(`"'＝1+1","a ""b""",""\r\n`)
})

it('begins a table with the mark of its alphabet', () => {
  expect(csvTable(['Jour'], [[csvDay('2026-12-31')], [csvDay(null)]])).toBe('\ufeffJour\r\n31/12/2026\r\n\r\n')
})
