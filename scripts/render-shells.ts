// Draws the first picture of each screen with the components that the build has just made (app/portal/shells.tsx), and writes
// down what the routes say of their screens, for the server (app/server/web-build.ts). In a process of its own: the application is made to believe that it is in a browser whose server never answers.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ScreenFiles } from './screen-files.ts'

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

const { listScreens, renderShells }: typeof import('../app/portal/shells.tsx') = await import(
  pathToFileURL(join(root, 'dist', 'shells', 'shells.js')).href
)
const files: ScreenFiles = JSON.parse(readFileSync(join(root, 'dist', 'web', '.vite', 'screen-files.json'), 'utf8'))
const screens = listScreens().map(({ name, ...screen }) => {
  const found = files[name]
  if (!found) throw new Error(`${screen.path}: no *-screen.tsx of the build has ${name}.`)
  return { ...screen, ...found }
})
writeFileSync(join(root, 'dist', 'web', '.vite', 'screens.json'), JSON.stringify(screens))
const folder = join(root, 'dist', 'web', 'shells')
mkdirSync(folder, { recursive: true })
for (const [name, html] of Object.entries(await renderShells(nobody))) writeFileSync(join(folder, name), html)
process.exit()
