// `npm run size`: what a first visit to each address costs, against the budgets of the screens. Exit code 1 above any.
import { globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { compressPage } from '../app/server/compress-page.ts'
import { writePage } from '../app/server/page.ts'
import { readWebBuild, webRootOf } from '../app/server/web-build.ts'
import type { Boot } from '../features/brand/boot.ts'
import { neutralColors } from '../kit/theme.ts'
import { keyIn, placeOf } from '../kit/web/places.ts'
import type { Audience } from '../tenancy/audience.ts'
import { hint } from './compile-while-loading.ts'

/** Bytes as they are sent, compressed. */
export type Measured = {
  path: string
  script: number
  /**
   * The files of this screen that neither the way in (signing in and the list of cases, or the laboratory's first screen)
   * brings; nothing for the pages that have a budget as a whole.
   */
  own: number
  html: number
  style: number
  /** Until the page can be used: itself, its scripts, the logo, and the first call of a screen behind the sign-in. */
  requests: number
}

type Limits = { [key in 'script' | 'own' | 'html' | 'style' | 'requests']?: number }
const kilo = 1000
const always: Limits = { html: 12 * kilo, style: 8 * kilo }
const limits: Record<string, Limits> = {
  '/login': { script: 105 * kilo, requests: 6 },
  '/cases': { script: 132 * kilo, requests: 7 },
  // With what every further screen of the console is made of, since its people are there all day (issue 15).
  '/staff': { script: 152 * kilo, requests: 7 },
  // The one long form: chart, shades, promise and files. Its owner has given it twice the room (issue 4).
  '/cases/new': { own: 30 * kilo },
}
const furtherRoute: Limits = { own: 15 * kilo }
const names = { script: 'JS', own: 'own JS', html: 'HTML', style: 'CSS', requests: 'requests' } as const
const columns = Object.keys(names) as (keyof typeof names)[]

export function sizeReport(pages: Measured[]): { table: string; tooMuch: string[] } {
  const show = (key: keyof typeof names, value: number) =>
    key === 'requests' ? String(value) : (value / kilo).toFixed(1)
  const cell = (page: Measured, key: keyof typeof names) => {
    const most = limitsOf(page)[key]
    if (most === undefined) return show(key, page[key])
    return `${show(key, page[key])}${page[key] > most ? ' > ' : ' of '}${key === 'requests' ? most : most / kilo}`
  }
  const rows = pages.map(page => [page.path, ...columns.map(key => cell(page, key))])
  const table = [['kB, brotli', ...columns.map(key => names[key])], ...rows]
    .map(row => row.map((words, column) => (column === 0 ? words.padEnd(14) : words.padStart(14))).join(''))
    .join('\n')
  const tooMuch = pages.flatMap(page =>
    columns.flatMap(key => {
      const most = limitsOf(page)[key]
      if (most === undefined || page[key] <= most) return []
      const [unit, limit] = key === 'requests' ? ['', most] : [' kB', most / kilo]
      return [`${page.path}: ${names[key]} ${show(key, page[key])}${unit}, at most ${limit}`]
    }),
  )
  return { table, tooMuch }
}

const limitsOf = ({ path }: Measured): Limits => ({ ...always, ...(limits[path] ?? furtherRoute) })

/** A laboratory with everything a page can name. */
const boot: Boot = {
  brand: {
    id: '00000000-0000-4000-8000-000000000000',
    companyName: 'Laboratoire Émail',
    companyLogo: '/api/brand/images/0123456789abcdef.png',
    companyFavicon: '/api/brand/images/fedcba9876543210.png',
    clientServicePhone: '01 99 00 12 30',
    whiteLabel: neutralColors,
    deliveryTimeInformation: { version: 1, defaultLanguage: 'fr', content: {} },
    timeZone: 'Europe/Paris',
    feedbackWidget: null,
  },
  problem: null,
  language: 'fr',
  apiOrigin: '',
  serverTime: 1_800_000_000_000,
  sidebarOpen: true,
}

/** Where each audience begins, and what it has come by. */
const wayIn: Record<Audience, { path: string; inFrame: boolean }[]> = {
  practice: [
    { path: '/login', inFrame: false },
    { path: '/cases', inFrame: true },
  ],
  staff: [{ path: '/staff', inFrame: true }],
}

async function measure(audience: Audience, webRoot: string): Promise<Measured[]> {
  const build = readWebBuild(webRoot, audience, file => readFileSync(join(webRoot, file), 'utf8'))
  const sizeOf = (file: string) => statSync(join(webRoot, `${file}.br`)).size
  const sum = (files: string[]) => files.reduce((bytes, file) => bytes + sizeOf(file), 0)
  const shared = wayIn[audience].flatMap(({ path, inFrame }) => build.preloads(boot.language, path, inFrame))
  return Promise.all(
    build.screens.map(async ({ path, inFrame }) => {
      const files = build.preloads(boot.language, path, inFrame)
      const sheets = build
        .styles(path, inFrame)
        .map(({ css }) => css)
        .join('')
      const asked = {
        path,
        theme: 'system' as const,
        mayBeSignedIn: inFrame,
        requestId: 'r'.repeat(16),
        nonce: 'n'.repeat(24),
      }
      return {
        path,
        script: sum(files),
        own: sum(files.filter(file => !shared.includes(file))),
        html: (await compressPage(writePage(boot, build, asked))).length,
        style: brotliCompressSync(sheets).length,
        requests: 1 + files.length + 1 + (inFrame ? 1 : 0),
      }
    }),
  )
}

/**
 * What no budget shows: a source map, which would tell everybody what stands in our sources; and the file that every page begins
 * with, or the viewer, compiled otherwise than compile-while-loading.ts says; and a dialog that cannot open without the part that
 * nobody sees at first, because one of its own modules was put there (chunks.ts).
 */
export function faultsOfBuilt(webRoot: string): string[] {
  const maps = globSync('**/*.map', { cwd: webRoot }).map(file => `${file} is a source map`)
  const isHinted = (file: string) => readFileSync(join(webRoot, file), 'utf8').startsWith(hint)
  const late = globSync('**/web-*.js', { cwd: webRoot })
    .filter(file => !isHinted(file))
    .map(file => `${file} is compiled at its first call`)
  const idle = globSync('**/file-viewer-*.js', { cwd: webRoot })
    .filter(isHinted)
    .map(file => `${file} is compiled whole, and mostly not called`)
  return [...maps, ...late, ...idle, ...needingLater(webRoot)]
}

/** What may stand on the later part, being of it. */
const ofLater = /\/(?:later|fetch-brand|route-failure|signed-in-parts)-[^/]*\.js$/

function needingLater(webRoot: string): string[] {
  const scripts = globSync('assets/*.js', { cwd: webRoot })
  const later = scripts.find(file => file.startsWith('assets/later-'))
  if (!later) return []
  const key = keyIn(placeOf(later))
  return scripts
    .filter(file => !ofLater.test(`/${file}`) && readFileSync(join(webRoot, file), 'utf8').includes(`from"${key}"`))
    .map(file => `${file} needs the part that nobody sees at first`)
}

if (import.meta.main) {
  const webRoot = resolve(import.meta.dirname, '..', 'dist', 'web')
  const audiences = ['practice', 'staff'] as const
  const pages = await Promise.all(audiences.map(audience => measure(audience, webRootOf(webRoot, audience))))
  const { table, tooMuch } = sizeReport(pages.flat())
  process.stdout.write(`${table}\n`)
  const faults = [...tooMuch.map(sentence => `Too much: ${sentence}`), ...faultsOfBuilt(webRoot)]
  for (const sentence of faults) process.stderr.write(`${sentence}\n`)
  if (faults.length > 0) process.exitCode = 1
}
