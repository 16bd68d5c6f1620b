import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium.mjs'

const flags = [
  '--headless=new',
  '--remote-debugging-port=0',
  '--no-sandbox',
  '--no-first-run',
  '--disable-gpu',
  '--disable-extensions',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  // Whoever looks at a page from outside listens to its console, and then V8 reads the whole of a file again at each error that
  // is made in it, to say where: nobody who uses the portal waits for that. The places are noted as it is read first.
  '--js-flags=--no-enable-lazy-source-positions',
  // Neither the browser nor Lighthouse reaches anything but the product.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
]

const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }

/** A Chromium of our own, that Lighthouse and Playwright reach by its port, one after the other. */
export class LabBrowser {
  readonly #child: ChildProcess
  readonly #profile: string
  readonly port: Promise<number>

  constructor({ dark = false } = {}) {
    this.#profile = mkdtempSync(join(tmpdir(), 'arcade-lab-'))
    const scheme = dark ? ['--force-dark-mode'] : []
    this.#child = spawn(
      findChromium() ?? chromium.executablePath(),
      [...flags, ...scheme, `--user-data-dir=${this.#profile}`, 'about:blank'],
      { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    )
    const started = Promise.withResolvers<number>()
    this.port = started.promise
    let words = ''
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      words += chunk
      const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(words)?.[1]
      if (port) started.resolve(Number(port))
    })
    this.#child.once('exit', () => started.reject(new Error(`Chromium ended:\n${words}`)))
  }

  /**
   * Its own profile, where Lighthouse finds what was done here, or an empty one. Playwright looks at every page of a
   * browser, so it leaves before Lighthouse measures one.
   */
  async visit<T>(profile: 'own' | 'empty', work: (context: BrowserContext) => Promise<T>): Promise<T> {
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${await this.port}`)
    try {
      const [own] = browser.contexts()
      return await work(profile === 'own' && own ? own : await browser.newContext(phone))
    } finally {
      await browser.close()
    }
  }

  /** The whole group, helpers included; then what it has written. */
  async close(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.pid) {
      process.kill(-this.#child.pid, 'SIGKILL')
      await once(this.#child, 'close')
    }
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

/** Of two screens, at each signing in. */
const warmPages = 6

/** The next pages come in this language, whatever the browser prefers. */
export const speak = (context: BrowserContext, address: string, language: string) =>
  context.addCookies([{ name: 'language', value: language, url: address }])

/** As somebody who has been here before: with a token and the refresh cookie. */
export async function signIn(context: BrowserContext, address: string, login = 'manager'): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${address}/login`)
  const home = login === 'manager' ? '/cases' : '/staff'
  await page.evaluate(
    async ({ login, home, other, warmPages }) => {
      const answer = await fetch('/auth', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ login, password: 'Demo-portal-2026!' }),
      })
      localStorage.setItem('access_token', ((await answer.json()) as { data: { token: string } }).data.token)
      // As in a portal that is in use: the first page of a process finds nobody ready to draw it (app/server/drawing.ts).
      for (let tries = 0; tries < 50; tries++) {
        if ((await (await fetch(home)).text()).includes('data-answers')) {
          // Nor is it one's first: a process runs for days, and takes three times as long for the pages of its first second.
          for (let page = 0; page < 2 * warmPages; page++) await (await fetch(page % 2 ? home : other)).text()
          return
        }
        await new Promise(resolve => setTimeout(resolve, 200))
      }
      throw new Error('No page comes with its data.')
    },
    { login, home, other: login === 'manager' ? '/dashboard' : '/staff/board', warmPages },
  )
  await page.close()
}
