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

it.each([
  ["x,=cmd|'/C calc'!A0,y", "x,'=cmd|'/C calc'!A0,y"],
  ['P,=1+1,x', "P,'=1+1,x"],
  ['a; @SUM(1)', "a;' @SUM(1)"],
  ['a\n＝1+1', "a\n'＝1+1"],
  ['a,-2+3+cmd|x!A0', "a,'-2+3+cmd|x!A0"],
  ['=1,=2', "'=1,'=2"],
])('whatever sign parts the cells, none of them is a formula: %j', (text, guarded) => {
  expect(csvWords(text)).toBe(guarded)
  expect(withoutGuard(guarded)).toBe(text)
})

it.each(['contact, +0,2 mm', 'A2; -1 si besoin', 'Lilas, Montreuil', 'x, y = 2'])(
  'numbers and words after a comma stay as they are: %j',
  text => expect(csvWords(text)).toBe(text),
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
