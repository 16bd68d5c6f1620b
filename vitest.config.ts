import { randomBytes } from 'node:crypto'
import { defineConfig } from 'vitest/config'

// Which of what is told in turn is told in this run (test/in-turn.ts); the workers have it from here.
process.env.STORIES_SEED ??= randomBytes(4).toString('hex')

const pages = ['**/web/**/*.test.ts', 'app/{frame,portal,staff}/**/*.test.ts']
const elsewhere = ['**/node_modules/**', 'dist/**', '.tsc/**', '.data/**']

export default defineConfig({
  test: {
    // The embedded PostgreSQL is the slow part, and it is started once for all files.
    globalSetup: 'test/global-setup.ts',
    setupFiles: 'test/each-file.ts',
    // Processes, not threads: each with its own connections. One more than the processors of the smallest machine: with two a
    // fifth of their time was waited away.
    pool: 'forks',
    maxWorkers: 3,
    // A bound for what hangs, not a measure: other work on the machine must not turn a test red. With three times as much to do as it
    // has processors, a test of twelve seconds took more than thirty.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['**/*.test.ts'],
          exclude: [...elsewhere, ...pages],
          // Started and warmed up once, the server's modules serve file after file: a second of a processor for each. They
          // keep nothing of one application that another could see; what must be alone starts a process of its own.
          isolate: false,
        },
      },
      // A page's modules keep what one page knows (its language, its drafts): each file gets a new one.
      { extends: true, test: { name: 'web', include: pages, exclude: elsewhere } },
    ],
  },
})
