import { relative } from 'node:path'
import type { Plugin } from 'vite'

export type ScreenFiles = Record<string, { feature: string; file: string }>

/** Writes down which file of the build holds which screen, by the name of its component (kit/web/lazy-screen.tsx). */
export function screenFiles(folder: string): Plugin {
  return {
    name: 'screen-files',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    generateBundle(_, bundle) {
      const found: ScreenFiles = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const id of chunk.moduleIds.filter(id => id.endsWith('-screen.tsx'))) {
          const [, feature = ''] = relative(folder, id).replaceAll('\\', '/').split('/')
          for (const name of this.getModuleInfo(id)?.exports ?? []) {
            if (found[name]) throw new Error(`Two screens are called ${name}: the build finds their files by it.`)
            found[name] = { feature, file: chunk.fileName }
          }
        }
      }
      this.emitFile({ type: 'asset', fileName: '.vite/screen-files.json', source: JSON.stringify(found) })
    },
  }
}
