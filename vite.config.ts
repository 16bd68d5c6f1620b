import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), babel({ presets: [reactCompilerPreset()] })],
  // The server writes the pages; the development server has only /kit (kit.html).
  appType: 'mpa',
  publicDir: false,
  optimizeDeps: { entries: ['kit.html'] },
  build: {
    outDir: 'dist/web',
    // The oldest that have popovers, :has() and dialogs: what the kit stands on.
    target: ['chrome114', 'edge114', 'firefox125', 'safari17'],
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
        // Few files: over HTTP/1.1 each costs a round trip. What is first read is the entry and `vendor`; all the words
        // of a language are one file; what several screens share and the first one may not need is `shared`.
        codeSplitting: {
          groups: [
            { name: id => /[\\/]text[\\/](\w+)\.ts$/.exec(id)?.[1]?.replace(/^/, 'text-') ?? null, priority: 3 },
            {
              name: 'vendor',
              test: /node_modules|rolldown[\\/]runtime|vite[\\/]preload/,
              tags: ['$initial'],
              priority: 2,
            },
          ],
        },
      },
    },
  },
})
