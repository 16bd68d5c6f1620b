import { expect, it } from 'vitest'
import { csvWords } from './csv.ts'

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
})

it.each(['', 'Cabinet A+B', 'a=b', '1-2', ' Lilas', 'É＝', '—', 'claire@cabinet.example'])(
  'is words already: %j',
  text => {
    expect(csvWords(text)).toBe(text)
  },
)
