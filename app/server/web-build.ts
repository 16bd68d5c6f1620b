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

/** Written by scripts/render-shells.ts: what the routes say (app/frame/route-data.ts), and the file of each. */
const Screens = v.array(
  v.object({
    path: v.string(),
    feature: v.string(),
    inFrame: v.boolean(),
    file: v.string(),
    picture: v.optional(v.string()),
  }),
)

/** Written by scripts/place-chunks.ts: which file stands at which place. */
const Places = v.object({ imports: v.record(v.string(), v.string()), others: v.string() })

export const entryModules: Record<Audience, string> = { practice: 'app/portal/web.tsx', staff: 'app/staff/web.tsx' }

/** Where the build of an audience stands; that of the laboratory's people has its files under /assets/staff. */
export const webRootOf = (webRoot: string, audience: Audience) => (audience === 'staff' ? `${webRoot}/staff` : webRoot)

export type WebBuild = {
  /** Every screen with an address. */
  screens: Screen[]
  /** Another for every build that differs in a script. */
  version: string
  entry: string
  /** Which file stands at which place: the import map, and what `fetchChunk` asks for besides. */
  places: { importMap: string; others: string }
  /** Whether a screen stands at this address. */
  leadsSomewhere: (path: string) => boolean
  /** The screen that is about to be seen there: the sign-in page by whoever can not be signed in. */
  screenAt: (path: string, mayBeSignedIn: boolean) => Screen | undefined
  /** Scripts that the screen at this address needs, in this language: fetched in parallel, not one after the other. */
  preloads: (language: Language, path: string, mayBeSignedIn: boolean) => string[]
  /** The sheets of that screen, behind those of what it imports; any other comes with its script. */
  styles: (path: string, mayBeSignedIn: boolean) => { file: string; css: string }[]
  /** All that the screen may come to need in this language: its parts that come later, their sheets and words. */
  everything: (language: Language, path: string) => string[]
  /** The first picture of a screen, the laboratory not filled in yet; empty where the build has none. */
  shell: (choice: ShellChoice) => string
}

/** What Vite built, read once at start: a missing build stops the start rather than serve blank pages. */
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

  /** These modules and all they import, each behind what it needs itself. */
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
  /** As well what they ask for later; not what every page begins with, which knows the way to every screen. */
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
  // All at once: one that is missing stops the start, too.
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
      // What the frame asks for once it stands is one file.
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

/** The screen behind an address: `/cases/new` before `/cases/$id`. */
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
