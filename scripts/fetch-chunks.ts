import type { Plugin } from 'vite'

/** Chunks and their styles are fetched by kit/web/fetch-chunk.ts, and not by the helper that Vite would add. */
export function fetchChunks(folder: string): Plugin {
  return {
    name: 'fetch-chunks',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () =>
        `export { fetchChunk as __vitePreload } from ${JSON.stringify(`${folder}/kit/web/fetch-chunk.ts`)}`,
    },
    generateBundle(_, bundle) {
      if (this.environment.config.consumer !== 'client') return
      const isOurs = Object.values(bundle).some(
        file => file.type === 'chunk' && file.moduleIds.some(id => id.endsWith('/kit/web/fetch-chunk.ts')),
      )
      if (!isOurs) throw new Error('Vite names its preload helper differently: adapt fetchChunks.')
    },
  }
}
