import type { Plugin } from 'vite'

/**
 * V8 reads a function that nobody has called only for its end, and reads it again at the first call, on the thread that draws.
 * With this line it compiles the whole file while it comes over the line, on another thread. Other browsers pass it over.
 */
export const hint = '//# allFunctionsCalledOnLoad\n'

/** In characters. In a smaller file it costs the line more than it spares the processor. */
const worthIt = 4_000
/** Most of what turns a scan is never called. */
const mostlyUnused = new Set(['file-viewer'])

export function compileWhileLoading(): Plugin {
  return {
    name: 'compile-while-loading',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    generateBundle: {
      // After the minifiers, for which a comment is something to leave out.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || file.code.length < worthIt || mostlyUnused.has(file.name)) continue
          file.code = `${hint}${file.code}`
        }
      },
    },
  }
}
