import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { entryModule } from './app/server/web-build.ts'
import { browserContracts } from './scripts/browser-contracts.ts'
import { chunks, wordsBehindWeb } from './scripts/chunks.ts'
import { fetchChunks } from './scripts/fetch-chunks.ts'
import { screenFiles } from './scripts/screen-files.ts'

export default defineConfig(({ command }) => ({
  plugins: [
    browserContracts(),
    fetchChunks(import.meta.dirname),
    wordsBehindWeb(import.meta.dirname),
    screenFiles(import.meta.dirname),
    react(),
    babel({ presets: [reactCompilerPreset({ panicThreshold: 'all_errors' })] }),
  ],
  // The server writes the pages; of its own the development server has only the kit (kit.html).
  appType: 'mpa',
  publicDir: false,
  optimizeDeps: { entries: ['kit.html', entryModule] },
  // Developer tools are for the development server; without them React is smaller.
  define: command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
  // React has had it itself for years; the shim is for those before.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  build: {
    outDir: 'dist/web',
    // The oldest that have popovers, :has() and dialogs: what the kit stands on.
    target: ['chrome114', 'edge114', 'firefox125', 'safari17', 'ios17'],
    manifest: true,
    modulePreload: { polyfill: false },
    // A data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: entryModule,
      output: {
        codeSplitting: chunks(import.meta.dirname),
      },
    },
  },
}))
