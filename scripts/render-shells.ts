// Draws the first picture of each screen with the components that the build has just made (app/frame/shells.tsx), and writes
// down what the routes say of their screens, for the server (app/server/web-build.ts). In a process of its own for each
// audience, since a router outside of a browser keeps the first routes that it was given: there the application is made to
// believe that it is in a browser whose server never answers.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { standInForBrowser } from '../app/server/browser-stand-in.ts'
import { webRootOf } from '../app/server/web-build.ts'
import { claimsOf, type Onlooker } from '../features/brand/shells.ts'
import type { Audience } from '../tenancy/audience.ts'
import type { ScreenFiles } from './screen-files.ts'

const audience: Audience = process.argv.includes('staff') ? 'staff' : 'practice'
const root = resolve(import.meta.dirname, '..')

standInForBrowser(() => new Promise(() => undefined))

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Somebody without a name; the real one comes with the application. */
const nobody = { id: 'nobody', kind: audience, exp: 4_000_000_000, firstName: '\u2007', lastName: '' }
const tokenOf = (onlooker: Onlooker) => [part({}), part({ ...nobody, ...claimsOf(onlooker) }), ''].join('.')

const { listScreens, renderShells }: typeof import('../app/frame/shells.tsx') = await import(
  pathToFileURL(join(root, 'dist', 'shells', 'shells.js')).href
)
const webRoot = webRootOf(join(root, 'dist', 'web'), audience)
const files: ScreenFiles = JSON.parse(readFileSync(join(webRoot, '.vite', 'screen-files.json'), 'utf8'))
const screens = listScreens(audience).map(({ name, ...screen }) => {
  const found = files[name]
  if (!found) throw new Error(`${screen.path}: no *-screen.tsx of the build has ${name}.`)
  return { ...screen, ...found }
})
writeFileSync(join(webRoot, '.vite', 'screens.json'), JSON.stringify(screens))
const folder = join(webRoot, 'shells')
mkdirSync(folder, { recursive: true })
for (const [name, html] of Object.entries(await renderShells(audience, tokenOf)))
  writeFileSync(join(folder, name), html)
process.exit()
