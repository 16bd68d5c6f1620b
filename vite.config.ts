import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { entryModules } from './app/server/web-build.ts'
import { browserContracts } from './scripts/browser-contracts.ts'
import { chunks, wordsBehindWeb } from './scripts/chunks.ts'
import { compileWhileLoading } from './scripts/compile-while-loading.ts'
import { fetchChunks } from './scripts/fetch-chunks.ts'
import { oneAudience } from './scripts/one-audience.ts'
import { screenFiles } from './scripts/screen-files.ts'
import { smallerWayIn } from './scripts/smaller-way-in.ts'

const withoutInfiniteQueries = {
  find: /^\.\/infiniteQueryBehavior\.js$/,
  replacement: `${import.meta.dirname}/scripts/without-infinite-queries.ts`,
}
const assetsOf = (mode: string) => (mode === 'staff' ? 'assets/staff' : 'assets')
/** Scripts and sheets get the names that they are served by from scripts/place-chunks.ts. */
const plainNames = (folder: string) => ({
  entryFileNames: `${folder}/[name].js`,
  chunkFileNames: `${folder}/[name].js`,
  assetFileNames: ({ names: [name = ''] }: { names: string[] }) =>
    `${folder}/${name.endsWith('.css') ? '[name]' : '[name]-[hash]'}[extname]`,
})

export default defineConfig(({ command, mode, isSsrBuild }) => ({
  plugins: [
    browserContracts(),
    fetchChunks(import.meta.dirname),
    wordsBehindWeb(import.meta.dirname),
    screenFiles(import.meta.dirname),
    oneAudience(import.meta.dirname, mode === 'staff' ? 'staff' : 'portal'),
    react({ compiler: { panicThreshold: 'all_errors' } }),
    smallerWayIn(mode === 'staff'),
    compileWhileLoading(),
  ],
  // The server writes the pages; of its own the development server has only the kit (kit.html).
  appType: 'mpa',
  publicDir: false,
  optimizeDeps: { entries: ['kit.html', ...Object.values(entryModules)] },
  // Developer tools are for the development server; without them React is smaller.
  define: command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
  resolve: {
    alias: [
      // React has had it itself for years; the shim is for those before.
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
      ...(command === 'build' && mode !== 'staff' ? [withoutInfiniteQueries] : []),
    ],
  },
  build: {
    outDir: mode === 'staff' ? 'dist/web/staff' : 'dist/web',
    assetsDir: assetsOf(mode),
    // The oldest that have popovers, :has() and dialogs: what the kit stands on.
    target: ['chrome114', 'edge114', 'firefox125', 'safari17', 'ios17'],
    manifest: true,
    modulePreload: {
      polyfill: false,
      // What every page begins with need not be named by whatever comes later.
      resolveDependencies: (_file, needed) => needed.filter(file => !/\/web\.(js|css)$/.test(file)),
    },
    // A data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: entryModules[mode === 'staff' ? 'staff' : 'practice'],
      output: {
        ...(isSsrBuild ? {} : plainNames(assetsOf(mode))),
        codeSplitting: chunks(import.meta.dirname, mode === 'staff' ? 'staff' : 'portal'),
      },
    },
  },
}))
