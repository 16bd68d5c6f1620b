import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { browserContracts } from './scripts/browser-contracts.ts'

export default defineConfig({
  plugins: [browserContracts(), react(), babel({ presets: [reactCompilerPreset({ panicThreshold: 'all_errors' })] })],
  // The server writes the pages; the development server has only /kit (kit.html).
  appType: 'mpa',
  publicDir: false,
  optimizeDeps: { entries: ['kit.html'] },
  build: {
    outDir: 'dist/web',
    // The oldest that have popovers, :has() and dialogs: what the kit stands on.
    target: ['chrome114', 'edge114', 'firefox125', 'safari17', 'ios17'],
    manifest: true,
    // One sheet for all screens, small enough to come with the first one.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // A data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'app/web.tsx',
      output: {
        // Few files: over HTTP/1.1 each costs a round trip. `web` is what every page reads first, `portal` what every page
        // of a signed-in user adds, then a file per screen, and one for what the screens of a feature share; `text-fr` and `text-en` hold the words of the open pages,
        // `portal-text-…` all others.
        codeSplitting: {
          groups: [
            { name: 'text-fr', test: /(kit[\\/]web|auth|brand|signup)[\\/]text[\\/]fr\.ts$/, priority: 3 },
            { name: 'text-en', test: /(kit[\\/]web|auth|brand|signup)[\\/]text[\\/]en\.ts$/, priority: 3 },
            { name: 'portal-text-fr', test: /[\\/]text[\\/]fr\.ts$/, priority: 2 },
            { name: 'portal-text-en', test: /[\\/]text[\\/]en\.ts$/, priority: 2 },
            { name: 'web', tags: ['$initial'], priority: 1 },
            {
              name: 'portal',
              test: /[\\/](query-core|react-query)[\\/]|[\\/](kit[\\/]web|app|features[\\/](account|auth|brand)[\\/]web)[\\/](?!fetch-)/,
            },
            { name: 'cases', test: /[\\/]features[\\/]cases[\\/]/, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
