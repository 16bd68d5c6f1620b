import { beforeAll, describe, expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { type TestLaboratory, testPassword } from '#test/make.ts'

const { make, request } = startTestApp()

let ours: TestLaboratory
beforeAll(async () => {
  ours = await make.laboratory()
})

describe('the page', () => {
  it('brings brand, language, theme and title, under a policy with its own nonce', async () => {
    const [one, two] = await Promise.all([request(ours, '/login'), request(ours, '/login')])
    const nonceOf = (response: Response) =>
      /script-src 'nonce-([\w+/=]{24})' 'strict-dynamic'/.exec(
        response.headers.get('content-security-policy') ?? '',
      )?.[1]
    expect(nonceOf(one)).toBeDefined()
    expect(nonceOf(one)).not.toBe(nonceOf(two))
    const policy = one.headers.get('content-security-policy') ?? ''
    expect(policy).not.toMatch(/unsafe|https:|\*/)
    for (const directive of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
      'report-uri',
    ])
      expect(policy).toContain(directive)
    const html = await one.text()
    expect(html).toContain('<title>Laboratoire d’essai Client Portal</title>')
    expect(html).toContain('--primary:#006d6f')
    expect([...html.matchAll(/<script(?![^>]*nonce=)/g)]).toEqual([])
  })

  it('gives the driver’s screen a worker with the files of this build, another one for another language or look', async () => {
    const asked = (laboratory: TestLaboratory, headers: Record<string, string> = {}) =>
      request(laboratory, '/staff/deliveries-worker.js', { headers })
    const [answer, again] = [await asked(ours), await asked(ours)]
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'")
    const script = await answer.text()
    expect(script).toContain('"/assets/staff/web-2.js"')
    expect(script).toContain('/"serverTime":\\d+/')
    expect(() => new Function(`return async () => {${script}}`)).not.toThrow()
    expect(await again.text()).toBe(script)
    expect(await (await asked(ours, { cookie: 'language=en' })).text()).not.toBe(script)
    expect(await (await asked(await make.laboratory({ company_name: 'Autre' }))).text()).not.toBe(script)
    const page = await (await request(ours, '/staff/deliveries', { headers: { cookie: '__Host-refresh=x' } })).text()
    expect(/"serverTime":\d+/.test(page) && !page.includes('data-answers')).toBe(true)
    expect((await request({ ...ours, host: 'nobody.example' }, '/staff/deliveries-worker.js')).status).toBe(404)
  })

  it('writes the name of a hostile laboratory as text', async () => {
    const name = `</title></script><script>alert(1)</script><img src=x onerror=alert(1)>"'`
    const hostile = await make.laboratory({ company_name: name, client_service_phone: name })
    const html = await (await request(hostile, '/')).text()
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
    const boot = /<script type="application\/json" id="boot"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(boot).brand.companyName).toBe(name)
  })

  it('speaks the saved language, else the browser’s, else the laboratory’s', async () => {
    const english = await make.laboratory({ default_language: 'en' })
    const langOf = async (lab: TestLaboratory, headers: Record<string, string>) =>
      /<html lang="(\w+)"/.exec(await (await request(lab, '/', { headers })).text())?.[1]
    expect(await langOf(ours, {})).toBe('fr')
    expect(await langOf(english, {})).toBe('en')
    expect(await langOf(english, { 'accept-language': 'fr-FR,fr;q=0.9' })).toBe('fr')
    expect(await langOf(ours, { 'accept-language': 'de, en;q=0.8, fr;q=0.7' })).toBe('en')
    expect(await langOf(ours, { 'accept-language': 'fr', cookie: 'a=b; language=en' })).toBe('en')
    expect(await langOf(ours, { 'accept-language': 'fr', cookie: 'language=%3Cscript%3E' })).toBe('fr')
  })

  it('speaks the language of who is signed in, and before anybody is asked the one that this browser has said last', async () => {
    const user = await make.user(await make.practice(ours), { language: 'fr' })
    const signedIn = await request(ours, '/auth', { body: { login: user.login, password: testPassword } })
    const session = signedIn.headers.getSetCookie()[0]?.split(';')[0]
    const langOf = async (path: string, cookie: string) =>
      /<html lang="(\w+)"/.exec(await (await request(ours, path, { headers: { cookie } })).text())?.[1]
    expect(await langOf('/cases', `${session}; language=en`)).toBe('fr')
    for (const path of ['/login', '/signup']) {
      expect(await langOf(path, `${session}; language=en`), path).toBe('en')
      expect(await langOf(path, `${session}`), path).toBe('fr')
    }
  })

  it('wears the colours chosen in this browser, else the device’s', async () => {
    const themeOf = async (cookie: string) =>
      /<html [^>]*data-theme="([^"]*)"/.exec(await (await request(ours, '/login', { headers: { cookie } })).text())?.[1]
    expect(await themeOf('a=b')).toBe('system')
    for (const theme of ['light', 'dark', 'system']) expect(await themeOf(`theme=${theme}`)).toBe(theme)
    expect(await themeOf('theme=%22%3E%3Cscript%3E')).toBe('system')
  })

  it('begins the application of those whose screens stand at its address', async () => {
    const filesOf = async (path: string) => {
      const html = await (await request(ours, path, { headers: { cookie: '__Host-refresh=x' } })).text()
      return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file)
    }
    for (const path of ['/', '/login', '/cases', '/staffing']) expect(await filesOf(path)).toContain('/assets/web-1.js')
    for (const path of ['/staff', '/staff/', '/staff/feedback', '/staff/nowhere']) {
      const files = await filesOf(path)
      expect(files).toContain('/assets/staff/web-2.js')
      expect(files.filter(file => !file?.startsWith('/assets/staff/'))).toEqual([])
    }
    expect((await request(ours, '/assets/staff/web-2.js')).status).toBe(200)
    expect((await request(ours, '/assets/staff/web-1.js')).status).toBe(404)
  })

  it('says which file stands at which place before it names a module, in one map that the policy lets through', async () => {
    for (const path of ['/login', '/cases', '/staff', '/nowhere']) {
      const answer = await request(ours, path, { headers: { cookie: '__Host-refresh=x' } })
      const [before = '', ...after] = (await answer.text()).split('<script type="importmap" ')
      expect([path, after.length]).toEqual([path, 1])
      expect(before).not.toMatch(/modulepreload|type="module"/)
      const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
      expect(after[0]).toMatch(
        /^nonce="[^"]+" data-others="\w*">\{"imports":\{"We":"\/assets\/[\w/]*web-\d\.js"\}\}<\/script><link/,
      )
      expect(after[0]).toContain(`nonce="${nonce}" data-others`)
    }
  })

  it('lets a browser that has been given this build before paint its picture before it begins the scripts', async () => {
    const asked = async (cookie: string) => {
      const answer = await request(ours, '/login', { headers: { cookie } })
      const [before = '', after = ''] = (await answer.text()).split('<div id="root">')
      return { set: answer.headers.get('set-cookie'), before, after }
    }
    const scripts = /<link rel="modulepreload"/
    const first = await asked('a=b')
    expect(first.set).toMatch(/^__Host-build=[\w-]{12}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect(first.before).toMatch(scripts)
    expect(first.after).not.toContain('<template')

    const again = await asked(first.set?.split(';')[0] ?? '')
    expect(again.set).toBeNull()
    expect(again.before).not.toMatch(scripts)
    expect(again.after).toMatch(
      /<template id="later"><link rel="modulepreload".*<script type="module" [^>]+><\/script><\/template>/,
    )

    expect((await request(ours, '/nowhere')).headers.get('set-cookie')).toBeNull()
    const other = await asked('__Host-build=anotherBuild')
    expect(other.set).toBe(first.set)
    expect(other.before).toMatch(scripts)
  })

  it('answers 404 where no screen stands, with the same document', async () => {
    for (const path of ['/nowhere', '/login/nowhere', '/staff/nowhere', '/staffing']) {
      const answer = await request(ours, path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(await answer.text()).toContain('<div id="root">')
    }
    for (const path of ['/', '/login', '/login/', '/staff', '/staff/'])
      expect([path, (await request(ours, path)).status]).toEqual([path, 200])
  })

  it('shows whoever goes to a file that there is none, and gives no page for one', async () => {
    const asked = async (path: string, headers: Record<string, string>) => {
      const answer = await request(ours, path, { headers })
      return [path, answer.status, answer.headers.get('content-type')]
    }
    const page = 'text/html; charset=utf-8'
    const refusal = 'application/problem+json; charset=utf-8'
    // Over plain HTTP browsers send no Sec-Fetch-Dest.
    const goes = [{ 'sec-fetch-dest': 'document' }, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }]
    const needs = [{ 'sec-fetch-dest': 'script', accept: '*/*' }, { 'sec-fetch-dest': 'image' }, { accept: '*/*' }, {}]
    for (const path of ['/nothing.txt', '/cases/1/page.pdf', '/.env']) {
      for (const headers of goes) expect(await asked(path, headers)).toEqual([path, 404, page])
      for (const headers of needs) expect(await asked(path, headers)).toEqual([path, 404, refusal])
    }
    for (const path of ['/assets/missing.js', '/assets/missing'])
      for (const headers of goes) expect(await asked(path, headers)).toEqual([path, 404, refusal])
  })
})
