import { randomBytes } from 'node:crypto'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/find-chromium.mjs'

const executablePath = findChromium()

// Which of what is told in turn is told in this run (test/in-turn.ts); the workers have it from here.
process.env.STORIES_SEED ??= randomBytes(4).toString('hex')

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/e2e/global-setup.ts',
  // One more than the processors of the smallest machine: with two a quarter of their time was waited away.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // Bounds for what hangs, not measures.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // What is not there to be pressed or filled within this does not come; a long story would wait for its own end, twice.
    actionTimeout: 60_000,
    // Set by the global setup; `ivoire.localhost` and `broken.localhost` lead to the same place.
    baseURL: process.env.ARCADE_ADDRESS ?? 'http://localhost:3000',
    browserName: 'chromium',
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1440, height: 900 },
    // Playwright answers a panel that still moves by scrolling the page to other places; on a busy machine the next press
    // then falls beside the panel and closes it. What moves has tests of its own, with motion.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording one for every test costs a fifth of the time; `npm run test:e2e -- --trace retain-on-failure` when wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Quiet on a machine without internet: nothing of the browser's own goes out.
      args: [
        '--disable-gpu',
        // What is drawn without a GPU needs no process of its own (a twentieth of all time).
        '--in-process-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        // At its limit Chromium keeps no process ready for the next page: of each test's context one was begun for nobody (a fifth of all
        // time). Each context has its own process all the same.
        '--renderer-process-limit=1',
        // A page lives for seconds here: what is compiled ahead or made faster is not paid back (an eighth of all time).
        '--js-flags=--no-opt,--no-maglev,--max-lazy',
      ],
    },
  },
})
