// Draws the first picture of each screen with the components that the build has just made (app/frame/shells.tsx). In a process
// of its own: the application is made to believe that it is in a browser whose server never answers.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')
const kept = new Map<string, string>()

Object.assign(globalThis, {
  document: { documentElement: {} },
  addEventListener: () => undefined,
  fetch: () => new Promise(() => undefined),
})
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  },
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Somebody without a name; the real one comes with the application. */
const nobody = (kind: string) =>
  [part({}), part({ id: 'nobody', kind, exp: 4_000_000_000, firstName: '\u2007', lastName: '' }), ''].join('.')

type Shells = Record<'practice' | 'staff', Record<string, string>>
const { renderShells } = (await import(pathToFileURL(join(root, 'dist', 'shells', 'shells.js')).href)) as {
  renderShells: (tokens: Record<keyof Shells, string>) => Promise<Shells>
}
const shells = await renderShells({ practice: nobody('practice'), staff: nobody('staff') })
const folders = { practice: join(root, 'dist', 'web', 'shells'), staff: join(root, 'dist', 'web', 'staff', 'shells') }
for (const audience of ['practice', 'staff'] as const) {
  mkdirSync(folders[audience], { recursive: true })
  for (const [name, html] of Object.entries(shells[audience])) writeFileSync(join(folders[audience], name), html)
}
process.exit()
