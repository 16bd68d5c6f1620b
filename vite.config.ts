import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), babel({ presets: [reactCompilerPreset({ panicThreshold: 'all_errors' })] })],
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
        // Few files: over HTTP/1.1 each costs a round trip. `web` is what every page reads first, `text-fr` and `text-en`
        // hold all the words of a language, `shared` what several screens use. A group of its own for the libraries
        // would cost two more files: theirs and the bundler's runtime.
        codeSplitting: {
          groups: [
            { name: 'text-fr', test: /[\\/]text[\\/]fr\.ts$/, priority: 2 },
            { name: 'text-en', test: /[\\/]text[\\/]en\.ts$/, priority: 2 },
            { name: 'web', tags: ['$initial'], priority: 1 },
            { name: 'shared', test: /[\\/](kit[\\/]web|features)[\\/]/, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
