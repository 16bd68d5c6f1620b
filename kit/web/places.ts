/**
 * File names of a build: "case-screen-p8MX828.js" has the place "case-screen-p8.js", which other files name and which is stable;
 * the hash "MX828" changes with the content. The key "p8" is unique per place. Letters and digits only, for addresses and JSON:
 * 916 million hashes per place.
 */
export const keyLength = 2
export const hashLength = 5

/** Places have one dot, before the extension. */
export const nameAt = (place: string, hash = ''): string => place.replace('.', `${hash}.`)

export const placeOf = (name: string): string =>
  `${name.slice(0, name.indexOf('.') - hashLength)}${name.slice(name.indexOf('.'))}`

export const keyIn = (place: string): string => (place.split('.')[0] ?? '').slice(-keyLength)

/** The page's hashes by key: key and hash pairs for files that are not in its import map, and the map's own. */
export function hashesIn(others = '', importMap = ''): Map<string, string> {
  const said = [...others.matchAll(/(..)(.{5})/g), ...importMap.matchAll(/-(..)(.{5})\.js/g)]
  return new Map(said.map(([, key = '', hash = '']) => [key, hash]))
}
