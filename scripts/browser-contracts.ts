import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Of a contract the browser needs where to call and which values there are. The schemas are the server's to check with;
 * left in, they and their library would be a tenth of our own code on every page (docs/decisions/0008). A screen that
 * imports one all the same does not build: "not exported".
 */
export function browserContracts(): Plugin {
  return {
    name: 'browser-contracts',
    apply: 'build',
    async load(id) {
      if (!/\/features\/[\w-]+\/(?:[\w-]+-)?contract\.ts$/.test(id)) return
      const contract = (await import(pathToFileURL(id).href)) as Record<string, unknown>
      return browserPartOf(contract)
    },
  }
}

export const browserPartOf = (contract: Record<string, unknown>) =>
  Object.entries(contract)
    .map(([name, value]) => [name, JSON.stringify(plain(value))] as const)
    .flatMap(([name, value]) => (value === undefined ? [] : [`export const ${name} = ${value}\n`]))
    .join('')

type Read = 'method' | 'path' | 'cookie' | 'creates' | 'reply'

/** The same value without schemas and functions; of a list of words its options, of an endpoint what a call reads. */
function plain(value: unknown): unknown {
  if (typeof value === 'function') return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if ('kind' in value && 'reference' in value) return 'options' in value ? { options: value.options } : undefined
  if ('method' in value && 'path' in value) {
    const { method, path, cookie, creates, reply } = value as { [key in Read]?: unknown }
    return { method, path, cookie, creates, reply: reply === 'binary' ? reply : undefined }
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]))
}
