import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** 256 KiB. */
const bits = 2 ** 21
const probes = 14

const filter = new URL('./common-passwords.bin', import.meta.url)

/** The bit positions of a word in the Bloom filter. */
function placesOf(word: string): number[] {
  const digest = createHash('sha256').update(word).digest()
  const [start, step] = [digest.readUInt32LE(0), (digest.readUInt32LE(4) | 1) >>> 0]
  return Array.from({ length: probes }, (_, probe) => (start + probe * step) % bits)
}

/** Builds the filter that scripts/common-passwords.ts writes. */
export function filterOf(words: Iterable<string>): Buffer {
  const bytes = Buffer.alloc(bits / 8)
  for (const word of words)
    for (const place of placesOf(word)) bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (1 << (place & 7))
  return bytes
}

/** True for every word in the filter, and falsely for one other word in 30,000. */
export const isIn = (bytes: Buffer, word: string) =>
  placesOf(word).every(place => ((bytes[place >> 3] ?? 0) & (1 << (place & 7))) !== 0)

const letters: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
const readAsLetters = (word: string) => word.replace(/[@431!0$57]/g, sign => letters[sign] ?? sign)
const withoutWrapping = (word: string) => {
  const letters = [...word.matchAll(/\p{L}/gu)]
  const last = letters.at(-1)
  return last ? word.slice(letters[0]?.index, last.index + last[0].length) : ''
}

/** The password as typed; without digits and signs around it; and with look-alike signs read as letters. */
function wordsIn(password: string): string[] {
  const typed = password.normalize('NFC').toLowerCase()
  const cores = [withoutWrapping(typed), readAsLetters(withoutWrapping(typed)), withoutWrapping(readAsLetters(typed))]
  // A core of three letters or fewer does not make a password weak.
  return [typed, ...cores.filter(core => core.length > 3)]
}

let known: Buffer | undefined

/** Whether it is a common password, or a common word in a wrapping: "P@ssw0rd-2026!" is "password". */
export function isCommon(password: string): boolean {
  known ??= readFileSync(filter)
  const bytes = known
  return wordsIn(password).some(word => isIn(bytes, word))
}
