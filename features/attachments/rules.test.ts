import { expect, it } from 'vitest'
import { formatSize, typeOfName } from './rules.ts'

it.each([
  ['photo.JPG', 'jpg'],
  ['photo.jpeg', 'jpg'],
  ['Scan du 12.03.stl', 'stl'],
  ['modele.3MF', '3mf'],
  ['prescription.pdf', 'pdf'],
])('takes %s', (name, type) => {
  expect(typeOfName(name)).toBe(type)
})

it.each([
  'page.html',
  'logo.svg',
  'photo.heic',
  'scan.zip',
  'photo.jpg.exe',
  'jpg',
  '',
  'x.constructor',
  'x.__proto__',
])('takes no %s', name => {
  expect(typeOfName(name)).toBeUndefined()
})

it.each([
  [0, '0 o', '0 B'],
  [999, '999 o', '999 B'],
  [1_536, '2 ko', '2 kB'],
  [999_499, '999 ko', '999 kB'],
  [999_500, '1 Mo', '1 MB'],
  [5_242_880, '5,2 Mo', '5.2 MB'],
  [30_000_084, '30 Mo', '30 MB'],
])('says %d bytes as %s and %s', (bytes, french, english) => {
  const plain = [formatSize(bytes, 'fr'), formatSize(bytes, 'en')].map(words => words.replace(/[\u00a0\u202f]/g, ' '))
  expect(plain).toEqual([french, english])
})

it('says of a limit no more than is taken, and of what is over it more than the limit', () => {
  expect(formatSize(5_242_880, 'en', 'whole')).toBe('5\u00a0MB')
  expect(formatSize(5_242_881, 'en', 'up')).toBe('5.3\u00a0MB')
  expect(formatSize(1_048_577, 'fr', 'up')).toBe('1,1\u00a0Mo')
})
