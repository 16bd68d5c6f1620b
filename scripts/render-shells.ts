// Draws the first picture of each screen with the components that the build has just made (app/portal/shells.tsx). In a process
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
const nobody = [part({}), part({ id: 'nobody', exp: 4_000_000_000, firstName: '\u2007', lastName: '' }), ''].join('.')

const { renderShells } = (await import(pathToFileURL(join(root, 'dist', 'shells', 'shells.js')).href)) as {
  renderShells: (token: string) => Promise<Record<string, string>>
}
const folder = join(root, 'dist', 'web', 'shells')
mkdirSync(folder, { recursive: true })
for (const [name, html] of Object.entries(await renderShells(nobody))) writeFileSync(join(folder, name), html)
process.exit()
