import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** `/cases/$id`, the feature it belongs to, whether it stands in the portal's frame, and the file of its screen. */
export type ScreenRoute = { path: string; feature: string; inPortal: boolean; file: string }

/**
 * Writes down which file draws which address, for the server (what to announce with a page) and for `npm run size`. From
 * the features' routes.tsx as they are written; what it cannot read fails the build.
 */
export function screenRoutes(): Plugin {
  return {
    name: 'screen-routes',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const routeFiles = [...this.getModuleIds()].filter(id => /\/features\/[\w-]+\/web\/[\w-]*routes\.tsx$/.test(id))
      const routes = routeFiles.flatMap(id => readRoutes(id, readFileSync(id, 'utf8')))
      const screens: ScreenRoute[] = routes.map(({ module, ...route }) => ({ ...route, file: fileOf(module, chunks) }))
      this.emitFile({ type: 'asset', fileName: '.vite/screens.json', source: JSON.stringify(screens) })
    },
  }
}

export function readRoutes(id: string, source: string) {
  const [, feature = ''] = /\/features\/([\w-]+)\//.exec(id) ?? []
  const blocks = [...source.matchAll(/createRoute\(\{(.*?)\n\}\)/gs)].map(([, block = '']) => block)
  return blocks.map(block => {
    const read = (pattern: RegExp) => {
      const found = pattern.exec(block)?.[1]
      if (!found) throw new Error(`${id}: a route without ${pattern}: see scripts/screen-routes.ts`)
      return found
    }
    return {
      path: read(/\bpath: '([^']+)'/),
      feature,
      inPortal: read(/getParentRoute: \(\) => (\w+)/) !== 'root',
      module: join(id, '..', read(/\bimport\('([^']+)'\)/)).replaceAll('\\', '/'),
    }
  })
}

function fileOf(module: string, chunks: Rolldown.OutputChunk[]): string {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
  if (!chunk) throw new Error(`${module} is in no file of the build`)
  return chunk.fileName
}
