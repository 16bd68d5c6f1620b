import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', '.tsc/**', '.data/**'],
    environment: 'node',
    // Processes, not threads: each with its own connections, and PostgreSQL needs the second core.
    pool: 'forks',
    maxWorkers: 2,
    // The embedded PostgreSQL is the slow part, and it is started once for all files.
    globalSetup: 'test/global-setup.ts',
    // A bound for what hangs, not a measure: other work on the machine must not turn a test red.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
})
