import * as v from 'valibot'
import { type ShellChoice, shellFile } from '#features/brand/shells.ts'
import type { Language } from '#kit/language.ts'

const Manifest = v.record(
  v.string(),
  v.object({
    file: v.string(),
    name: v.optional(v.string()),
    isEntry: v.optional(v.boolean()),
    imports: v.optional(v.array(v.string()), []),
    css: v.optional(v.array(v.string()), []),
  }),
)

const entryModule = 'app/web.tsx'
/** The frame that every screen of a signed-in user stands in. */
const portalModule = 'app/portal.tsx'

export type WebBuild = {
  entry: string
  css: string
  /** Files that the screen at this address needs, in this language: fetched in parallel, not one after the other. */
  preloads: (language: Language, path: string, mayBeSignedIn: boolean) => string[]
  /** The first picture of a screen, the laboratory not filled in yet; empty where the build has none. */
  shell: (choice: ShellChoice) => string
}

/** What Vite built, read once at start: a missing build stops the start rather than serve blank pages. */
export function readWebBuild(webRoot: string, read: (file: string) => string): WebBuild {
  let manifest: v.InferOutput<typeof Manifest>
  try {
    manifest = v.parse(Manifest, JSON.parse(read('.vite/manifest.json')))
  } catch (cause) {
    throw new Error(`No web build in ${webRoot}: run "npm run build" first.`, { cause })
  }
  const entry = manifest[entryModule]
  if (!entry) throw new Error(`The web build in ${webRoot} has no ${entryModule}: run "npm run build" again.`)

  const withImports = (module: string, found = new Set<string>()): Set<string> => {
    const chunk = manifest[module]
    if (!chunk || found.has(chunk.file)) return found
    found.add(chunk.file)
    for (const imported of chunk.imports) withImports(imported, found)
    return found
  }
  const modulesNamed = (name: string) => Object.keys(manifest).filter(module => manifest[module]?.name === name)
  const shells = new Map<string, string>()
  return {
    entry: entry.file,
    shell: choice => {
      const name = shellFile(choice)
      if (!shells.has(name)) shells.set(name, readOrNothing(read, `shells/${name}`))
      return shells.get(name) ?? ''
    },
    css: Object.values(manifest)
      .flatMap(chunk => (chunk.file.endsWith('.css') ? [chunk.file] : chunk.css))
      .filter((file, index, all) => all.indexOf(file) === index)
      .map(read)
      .join(''),
    preloads: (language, path, mayBeSignedIn) => {
      const modules = [entryModule, ...modulesNamed(`text-${language}`)]
      if (mayBeSignedIn && !isOpenPage(path))
        modules.push(portalModule, ...screenModules(path), ...modulesNamed(`portal-text-${language}`))
      const files = new Set<string>()
      for (const module of modules) withImports(module, files)
      return [...files].filter(file => file.endsWith('.js'))
    },
  }
}

function readOrNothing(read: (file: string) => string, file: string): string {
  try {
    return read(file)
  } catch {
    return ''
  }
}

const isOpenPage = (path: string) => path === '/login' || path === '/signup'

/** The screen behind an address; others come when the router asks for them. `/` leads to the list. */
function screenModules(path: string): string[] {
  if (path === '/' || path === '/cases') return ['features/cases/web/case-list-screen.tsx']
  return path.startsWith('/cases/') ? ['features/cases/web/case-screen.tsx'] : []
}
