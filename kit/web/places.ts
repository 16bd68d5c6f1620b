/**
 * How a build's files are called: "case-screen-p8MX828.js" stands at the place "case-screen-p8.js", which other files name and
 * which stays; "MX828" is of what is in it, and another with each change. The place's key is told apart from every other one's.
 * Letters and digits alone, for addresses and JSON: 916 million files at one place.
 */
export const keyLength = 2
export const hashLength = 5

/** With one dot, before its ending. */
export const nameAt = (place: string, hash = ''): string => place.replace('.', `${hash}.`)

export const placeOf = (name: string): string =>
  `${name.slice(0, name.indexOf('.') - hashLength)}${name.slice(name.indexOf('.'))}`

export const keyIn = (place: string): string => (place.split('.')[0] ?? '').slice(-keyLength)

/** By their keys, the hashes that a page says: hash after key those that its import map has not, and that. */
export function hashesIn(others = '', importMap = ''): Map<string, string> {
  const said = [...others.matchAll(/(..)(.{5})/g), ...importMap.matchAll(/-(..)(.{5})\.js/g)]
  return new Map(said.map(([, key = '', hash = '']) => [key, hash]))
}
