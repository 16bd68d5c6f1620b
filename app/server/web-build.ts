import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { type ShellChoice, shellFile } from '#features/brand/shells.ts'
import { type Language, languages } from '#kit/language.ts'
import type { Audience } from '#tenancy/audience.ts'

const Manifest = v.record(
  v.string(),
  v.object({
    file: v.string(),
    name: v.optional(v.string()),
    isEntry: v.optional(v.boolean()),
    imports: v.optional(v.array(v.string()), []),
    dynamicImports: v.optional(v.array(v.string()), []),
    css: v.optional(v.array(v.string()), []),
  }),
)

/** Written by scripts/render-shells.ts: what the routes declare (app/frame/route-data.ts), and the file of each. */
const Screens = v.array(
  v.object({
    path: v.string(),
    feature: v.string(),
    inFrame: v.boolean(),
    file: v.string(),
    picture: v.optional(v.string()),
  }),
)

/** Written by scripts/place-chunks.ts: the file of each place. */
const Places = v.object({ imports: v.record(v.string(), v.string()), others: v.string() })

export const entryModules: Record<Audience, string> = { practice: 'app/portal/web.tsx', staff: 'app/staff/web.tsx' }

/** The build folder of an audience; that of staff has its files under /assets/staff. */
export const webRootOf = (webRoot: string, audience: Audience) => (audience === 'staff' ? `${webRoot}/staff` : webRoot)

export type WebBuild = {
  /** Every screen with an address. */
  screens: Screen[]
  /** Differs between any two builds whose scripts differ. */
  version: string
  entry: string
  /** The file of each place: the import map, and what `fetchChunk` needs besides. */
  places: { importMap: string; others: string }
  /** Whether there is a screen at this address. */
  leadsSomewhere: (path: string) => boolean
  /** The screen that will be shown there: the sign-in page for visitors without a session. */
  screenAt: (path: string, mayBeSignedIn: boolean) => Screen | undefined
  /** Scripts that the screen at this address needs, in this language: loaded in parallel, not one after the other. */
  preloads: (language: Language, path: string, mayBeSignedIn: boolean) => string[]
  /** The style sheets of that screen, after those of its imports; others come with their scripts. */
  styles: (path: string, mayBeSignedIn: boolean) => { file: string; css: string }[]
  /** All files that the screen may need in this language: its later parts, their style sheets and texts. */
  everything: (language: Language, path: string) => string[]
  /** A screen's first picture, without the laboratory; empty if the build has none. */
  shell: (choice: ShellChoice) => string
}

/** Reads Vite's output once at start: a missing build stops the start rather than serving blank pages. */
export function readWebBuild(webRoot: string, audience: Audience, read: (file: string) => string): WebBuild {
  const entryModule = entryModules[audience]
  let manifest: v.InferOutput<typeof Manifest>
  let screens: v.InferOutput<typeof Screens>
  let places: v.InferOutput<typeof Places>
  try {
    manifest = v.parse(Manifest, JSON.parse(read('.vite/manifest.json')))
    screens = v.parse(Screens, JSON.parse(read('.vite/screens.json')))
    places = v.parse(Places, JSON.parse(read('.vite/places.json')))
  } catch (cause) {
    throw new Error(`No web build in ${webRoot}: run "npm run build" first.`, { cause })
  }
  const entry = manifest[entryModule]
  if (!entry) throw new Error(`The web build in ${webRoot} has no ${entryModule}: run "npm run build" again.`)

  /** These modules and all their imports, each after what it imports. */
  const withImports = (modules: string[], found = new Set<string>()): Set<string> => {
    for (const module of modules) {
      if (found.has(module)) continue
      found.add(module)
      withImports(manifest[module]?.imports ?? [], found)
      found.delete(module)
      found.add(module)
    }
    return found
  }
  /** Also their dynamic imports; but not those of the entry, which leads to every screen. */
  function withParts(module: string, isMeant: (module: string) => boolean, found = new Set<string>()): Set<string> {
    const chunk = manifest[module]
    if (!chunk || found.has(module) || !isMeant(module)) return found
    found.add(module)
    const parts = module === entryModule ? [] : chunk.dynamicImports
    for (const one of [...chunk.imports, ...parts]) withParts(one, isMeant, found)
    return found
  }
  const modulesWhere = (isWanted: (chunk: { file: string; name?: string | undefined }) => boolean) =>
    Object.keys(manifest).filter(module => manifest[module] && isWanted(manifest[module]))
  const find = screenFinder(screens)
  function screenAt(path: string, mayBeSignedIn: boolean) {
    const asked = find(path)
    return mayBeSignedIn || asked?.inFrame === false ? asked : find('/login')
  }
  function needsOf(path: string, mayBeSignedIn: boolean) {
    const screen = screenAt(path, mayBeSignedIn)
    const inFrame = screen?.inFrame ?? mayBeSignedIn
    const parts = modulesWhere(({ file, name }) => file === screen?.file || (inFrame && name === 'portal'))
    return { screen, inFrame, modules: [entryModule, ...parts] }
  }
  // Read all at once, so that a missing one stops the start too.
  const sheets = new Map(Object.values(manifest).flatMap(chunk => chunk.css.map(file => [file, read(file)] as const)))
  const shells = new Map<string, string>()
  function preloads(language: Language, path: string, mayBeSignedIn: boolean) {
    const { screen, inFrame, modules } = needsOf(path, mayBeSignedIn)
    const texts = ['text', inFrame && 'portal-text', screen && `${screen.feature}-text`].filter(Boolean)
    const names = texts.map(text => `${text}-${language}`)
    const words = modulesWhere(({ name }) => !!name && names.includes(name))
    return [...withImports([...modules, ...words])].flatMap(module => manifest[module]?.file ?? [])
  }
  return {
    screens,
    version: createHash('sha256')
      .update(JSON.stringify([entry.file, places]))
      .digest('base64url')
      .slice(0, 12),
    entry: entry.file,
    places: { importMap: JSON.stringify({ imports: places.imports }), others: places.others },
    leadsSomewhere: path => find(path) !== undefined,
    screenAt,
    shell: choice => {
      const name = shellFile(choice)
      if (!shells.has(name)) shells.set(name, readOrNothing(read, `shells/${name}`))
      return shells.get(name) ?? ''
    },
    preloads,
    everything: (language, path) => {
      const others = languages.filter(one => one !== language).map(one => `-${one}`)
      const isSpoken = (module: string) => !others.some(ending => manifest[module]?.name?.endsWith(ending))
      // What the frame loads later is in one file.
      const begin = [...needsOf(path, true).modules, ...modulesWhere(({ name }) => name === 'later')]
      const modules = begin.flatMap(module => [...withParts(module, isSpoken)])
      const files = modules.flatMap(module => [manifest[module]?.file ?? [], manifest[module]?.css ?? []].flat())
      return [...new Set([...preloads(language, path, true), ...files])].toSorted()
    },
    styles: (path, mayBeSignedIn) =>
      [...withImports(needsOf(path, mayBeSignedIn).modules)]
        .flatMap(module => manifest[module]?.css ?? [])
        .map(file => ({ file, css: sheets.get(file) ?? '' })),
  }
}

export type Screen = v.InferOutput<typeof Screens>[number]

/** Finds the screen of an address: `/cases/new` before `/cases/$id`. */
function screenFinder(screens: Screen[]): (path: string) => Screen | undefined {
  const places = (path: string) => path.split('$').length
  const patterns = screens
    .toSorted((a, b) => places(a.path) - places(b.path))
    .map(screen => ({ screen, pattern: new RegExp(`^${screen.path.replace(/\$\w+/g, '[^/]+')}/?$`) }))
  return path => patterns.find(({ pattern }) => pattern.test(path))?.screen
}

function readOrNothing(read: (file: string) => string, file: string): string {
  try {
    return read(file)
  } catch {
    return ''
  }
}
