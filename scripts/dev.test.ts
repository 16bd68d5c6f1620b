import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isInTurn } from '#test/in-turn.ts'
import { begunDataFolder, compiled } from '#test/running-app.ts'

describe.runIf(isInTurn('npm run dev'))('npm run dev', () => {
  let data: ReturnType<typeof begunDataFolder>
  let child: ChildProcess
  let address = ''
  let words = ''

  beforeAll(async () => {
    data = begunDataFolder()
    child = spawn(process.execPath, [join(import.meta.dirname, 'dev.ts')], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        ...compiled,
        PORT: '0',
        DATA_DIR: data.path,
        NODE_ENV: 'development',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout?.on('data', chunk => {
      words += chunk
    })
    address = await vi.waitFor(
      () => {
        const [, found] = /is ready: (\S+)/.exec(words) ?? []
        if (!found) throw new Error(`It is not ready:\n${words}`)
        return found
      },
      { timeout: 150_000, interval: 50 },
    )
  })
  afterAll(async () => {
    if (child.exitCode === null) child.kill('SIGKILL')
    data.remove()
  })

  it('serves the pages of the server, brand, policy and all, with the modules as they are written', async () => {
    const page = await fetch(`${address}/login`)
    const html = await page.text()
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'nonce-/)
    expect(html).toContain('Laboratoire Émail')
    const [, entry = ''] = /<script type="module" src="([^"]+)"/.exec(html) ?? []
    expect(await (await fetch(address + entry)).text()).toContain('/app/portal/web.tsx')
    const screen = await fetch(`${address}/features/cases/web/case-list-screen.tsx`)
    expect(await screen.text()).toContain('import.meta.hot')
    expect((await fetch(`${address}/nowhere`)).status).toBe(404)
  })

  it('passes calls on to the server, and has the component kit', async () => {
    expect((await fetch(`${address}/api/orders`)).status).toBe(401)
    expect(await (await fetch(`${address}/kit.html`)).text()).toContain('/app/kit-page/kit-page.tsx')
  })

  it('starts the server anew when its code is saved, and whoever asks meanwhile waits', async () => {
    const now = new Date()
    await utimes(join(import.meta.dirname, '../kit/server/http-server.ts'), now, now)
    await vi.waitFor(() => expect(words).toContain('Stopping …'), { timeout: 20_000, interval: 20 })
    expect((await fetch(`${address}/login`)).status).toBe(200)
    expect(words).toContain('Serving again.')
  })

  it('ends with nothing left of it', async () => {
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    await expect(fetch(address)).rejects.toThrow()
  })
})
