import { createHmac, generateKeyPairSync, hkdfSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { decodeJwt, type JWTPayload, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { openHttpServer } from '#kit/server/http-server.ts'
import { problemOf, startTestApp, testSecret } from '#test/harness.ts'
import { type TestLaboratory, type TestUser, testPassword } from '#test/make.ts'
import { waitedFor } from '#test/waited-for.ts'

const { app, make, request, as } = startTestApp()
let laboratory: TestLaboratory
let user: TestUser
beforeAll(async () => {
  laboratory = await make.laboratory()
  user = await make.user(await make.practice(laboratory))
})

type Signed = { cookie: string; token: string }
const keep = async (response: Response): Promise<Signed> => {
  expect(response.status).toBe(200)
  const { data } = (await response.json()) as { data: { token: string } }
  return { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '', token: data.token }
}
const signIn = async (who = user) =>
  keep(await request(who.laboratory, '/auth', { body: { login: who.login, password: testPassword } }))
const refresh = (cookie: string, headers: Record<string, string> = {}, at = laboratory) =>
  request(at, '/api/token/refresh', { method: 'POST', headers: { cookie, ...headers } })
const logout = (signed: Partial<Signed>) =>
  request(laboratory, '/api/token/invalidate', {
    method: 'POST',
    headers: {
      ...(signed.cookie ? { cookie: signed.cookie } : {}),
      ...(signed.token ? { authorization: `Bearer ${signed.token}` } : {}),
    },
  })
const orders = (token: string, at = laboratory) =>
  request(at, '/api/orders', { headers: { authorization: `Bearer ${token}` } })
const sessionOf = (token: string) => String(decodeJwt(token).sid)
const sessionRow = (id: string) =>
  make.within(laboratory.id, async client => (await client.query('select * from sessions where id = $1', [id])).rows[0])
const age = (id: string, column: 'used_at' | 'created_at' | 'rotated_at', interval: string) =>
  make.within(laboratory.id, client =>
    client.query(`update sessions set ${column} = now() - $2::interval where id = $1`, [id, interval]),
  )

describe('an access token', () => {
  const key = Buffer.from(hkdfSync('sha256', testSecret, '', 'arcade access token', 32))
  const header = { alg: 'HS256', typ: 'at+jwt' } as const
  const signed = (claims: Record<string, unknown>, over: object = {}, secret: Buffer = key) =>
    new SignJWT(claims).setProtectedHeader({ ...header, ...over } as typeof header).sign(secret)
  const claimsFor = async () => {
    const { token } = await signIn()
    const { aud, sid, iat, exp, iss } = decodeJwt(token)
    return { aud, sid, iat, exp, iss } as JWTPayload
  }
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  it('as we sign it is accepted', async () => {
    expect((await orders(await signed(await claimsFor()))).status).toBe(200)
  })

  it('is refused when anything about it is not ours', async () => {
    const claims = await claimsFor()
    const now = Math.floor(Date.now() / 1000)
    const good = await signed(claims)
    const [head = '', , signature = ''] = good.split('.')
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const refused: Record<string, string> = {
      'alg none': `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`,
      'alg none with signature': `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.${signature}`,
      'another key': await signed(claims, {}, Buffer.alloc(32, 7)),
      'RS256 in place of HS256': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' })
        .sign(rsa.privateKey),
      'HS256 with a public key as secret': (() => {
        const secret = rsa.publicKey.export({ type: 'spki', format: 'pem' })
        const body = `${part(header)}.${part(claims)}`
        return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
      })(),
      'altered payload': `${head}.${part({ ...claims, sid: randomUUID() })}.${signature}`,
      expired: await signed({ ...claims, iat: now - 700, exp: now - 100 }),
      'not yet valid': await signed({ ...claims, nbf: now + 300 }),
      'issued in the future': await signed({ ...claims, iat: now + 300, exp: now + 800 }),
      'older than ten minutes though not expired': await signed({ ...claims, iat: now - 1_000, exp: now + 1_000 }),
      'another issuer': await signed({ ...claims, iss: 'elsewhere' }),
      'another audience': await signed({ ...claims, aud: randomUUID() }),
      'no session': await signed({ ...claims, sid: undefined }),
      'a session that is none': await signed({ ...claims, sid: "' or true --" }),
      'another type': await signed(claims, { typ: 'refresh+jwt' }),
      'a key address in the header': await signed(claims, { jku: 'https://example.test/keys' }, Buffer.alloc(32, 7)),
      'an address of certificates in the header': await signed(
        claims,
        { x5u: 'https://example.test/certificates' },
        Buffer.alloc(32, 7),
      ),
      'a key in the header': await signed(
        claims,
        { jwk: { kty: 'oct', k: Buffer.alloc(32, 7).toString('base64url') } },
        Buffer.alloc(32, 7),
      ),
      'a path as key id': await signed(claims, { kid: '../../../../dev/null' }, Buffer.alloc(32)),
      'no token at all': '',
      rubbish: 'a.b.c',
    }
    for (const [what, token] of Object.entries(refused)) {
      const response = await orders(token)
      expect(response.status, what).toBe(401)
      expect((await problemOf(response)).code, what).toBe('signed_out')
      expect(response.headers.get('www-authenticate'), what).toBe('Bearer')
    }
  })

  it('does not serve as refresh token, nor the refresh token as access token', async () => {
    const { token, cookie } = await signIn()
    expect((await refresh(`__Host-refresh=${token}`)).status).toBe(401)
    expect((await orders(cookie.split('=')[1] ?? '')).status).toBe(401)
  })

  it('of one laboratory is worth nothing at another’s address, and neither is its refresh cookie', async () => {
    const other = await make.laboratory()
    const { token, cookie } = await signIn()
    expect((await orders(token, other)).status).toBe(401)
    expect((await refresh(cookie, {}, other)).status).toBe(401)
    expect((await refresh(cookie)).status).toBe(200)
  })
})

describe('what the database says counts, not the token', () => {
  it('a disabled user is out at the next request', async () => {
    const leaver = await make.user(await make.practice(laboratory))
    const call = await as(leaver)
    expect((await call('/api/orders')).status).toBe(200)
    await make.within(laboratory.id, client =>
      client.query('update users set disabled_at = now() where id = $1', [leaver.id]),
    )
    expect((await call('/api/orders')).status).toBe(401)
  })

  it('a disabled laboratory is unknown at the next request', async () => {
    const closing = await make.laboratory()
    const call = await as(await make.user(await make.practice(closing)))
    expect((await call('/api/orders')).status).toBe(200)
    await make.within(closing.id, client =>
      client.query('update brands set disabled_at = now() where id = $1', [closing.id]),
    )
    expect((await call('/api/orders')).status).toBe(404)
  })

  it('a flag set in the database counts at the next request', async () => {
    const someone = await make.user(await make.practice(laboratory))
    const call = await as(someone)
    const change = () => call('/api/account/language', { method: 'PATCH', body: { language: 'en' } })
    expect((await change()).status).toBe(204)
    await make.within(laboratory.id, client =>
      client.query('update users set is_dlcpm = true where id = $1', [someone.id]),
    )
    const refused = await change()
    expect(refused.status).toBe(403)
    expect((await problemOf(refused)).code).toBe('forbidden')
  })
})

describe('refreshing', () => {
  it('gives a new access token and a new refresh token', async () => {
    const first = await signIn()
    const second = await keep(await refresh(first.cookie))
    expect(second.cookie).not.toBe(first.cookie)
    expect((await orders(second.token)).status).toBe(200)
    expect(sessionOf(second.token)).toBe(sessionOf(first.token))
  })

  it('twenty at once with one token all succeed, with one rotation and one descendant', async () => {
    const { cookie, token } = await signIn()
    const renewed = await Promise.all(Array.from({ length: 20 }, async () => keep(await refresh(cookie))))
    expect(new Set(renewed.map(answer => answer.cookie)).size).toBe(1)
    expect((await sessionRow(sessionOf(token))).refresh_generation).toBe(2)
  })

  it('waits for a renewal that is under way, and judges by what that one has done', async () => {
    const { cookie, token } = await signIn()
    const id = sessionOf(token)
    const waiting = await make.within(laboratory.id, async client => {
      await client.query('select 1 from sessions where id = $1 for update', [id])
      const pending = refresh(cookie)
      await waitedFor(client)
      await client.query('update sessions set refresh_generation = 3, rotated_at = now() where id = $1', [id])
      return { pending }
    })
    expect((await waiting.pending).status).toBe(401)
    expect(await sessionRow(id)).toMatchObject({ refresh_generation: 3, ended_because: 'reuse' })
  })

  it('waits for its session in turn, with one connection however often its token is shown', async () => {
    const { cookie, token } = await signIn()
    const colleague = await make.user(await make.practice(laboratory))
    const { database } = app.api.services
    const waiting = await make.within(laboratory.id, async client => {
      await client.query('select from sessions where id = $1 for update', [sessionOf(token)])
      const answers = Array.from({ length: 20 }, () => refresh(cookie))
      await expect.poll(() => database.connectionCounts.busy).toBe(1)
      await signIn(colleague)
      // The connection of the colleague's answer is released a moment after the answer.
      await expect.poll(() => database.connectionCounts.busy).toBe(1)
      return { answers }
    })
    for (const answer of waiting.answers) await keep(await answer)
  })

  it('is refused without waiting for the session when its token is forged', async () => {
    const { cookie, token } = await signIn()
    const forged = cookie.replace(/[^.]+$/, Buffer.alloc(32, 7).toString('base64url'))
    await make.within(laboratory.id, async client => {
      await client.query('select from sessions where id = $1 for update', [sessionOf(token)])
      expect((await refresh(forged)).status).toBe(401)
      expect((await logout({ cookie: forged })).status).toBe(204)
    })
    await keep(await refresh(cookie))
  })

  it('gives the same again to whoever missed the answer, for as long as the grace lasts', async () => {
    const { cookie, token } = await signIn()
    const lost = await keep(await refresh(cookie))
    const again = await keep(await refresh(cookie))
    expect(again.cookie).toBe(lost.cookie)
    expect((await sessionRow(sessionOf(token))).refresh_generation).toBe(2)
  })

  it('is done once where the connection breaks before its answer, and gives it to whoever asks again', async () => {
    const { cookie, token } = await signIn()
    const id = sessionOf(token)
    const server = await openHttpServer({ port: 0, host: '127.0.0.1' })
    server.serve(app.fetch)
    await make.within(laboratory.id, async client => {
      await client.query('select from sessions where id = $1 for update', [id])
      const socket = connect(server.port, '127.0.0.1')
      const head = `POST /api/token/refresh HTTP/1.1\r\nHost: ${laboratory.host}\r\nCookie: ${cookie}\r\n`
      socket.write(`${head}Origin: https://${laboratory.host}\r\nContent-Length: 0\r\n\r\n`)
      await waitedFor(client)
      socket.destroy()
      await once(socket, 'close')
    })
    await expect.poll(async () => (await sessionRow(id)).refresh_generation).toBe(2)
    await server.drain()
    const again = await keep(await refresh(cookie))
    expect((await sessionRow(id)).refresh_generation).toBe(2)
    expect((await orders(again.token)).status).toBe(200)
    await keep(await refresh(again.cookie))
    expect((await sessionRow(id)).refresh_generation).toBe(3)
  })

  it('a used-up token shown later ends the whole family, newest tokens included, and is audited', async () => {
    const first = await signIn()
    const newest = await keep(await refresh(first.cookie))
    const id = sessionOf(first.token)
    await age(id, 'rotated_at', '21 seconds')
    const replayed = await refresh(first.cookie)
    expect(replayed.status).toBe(401)
    expect(replayed.headers.getSetCookie()[0]).toMatch(/^__Host-refresh=; .*Max-Age=0/)
    expect((await refresh(newest.cookie)).status).toBe(401)
    expect((await orders(newest.token)).status).toBe(401)
    expect((await sessionRow(id)).ended_because).toBe('reuse')
    const audited = await make.within(laboratory.id, client =>
      client.query('select kind from audit_events where session_id = $1 order by id', [id]),
    )
    expect(audited.rows.map(row => row.kind)).toEqual(['signed_in', 'refresh_token_reused'])
  })

  it('a made-up token with the name of a real session does that session no harm', async () => {
    const { cookie, token } = await signIn()
    const id = sessionOf(token)
    expect((await refresh(`__Host-refresh=${id}.1.${'A'.repeat(43)}`)).status).toBe(401)
    expect((await refresh(`__Host-refresh=${id}.7.${'A'.repeat(43)}`)).status).toBe(401)
    expect((await refresh(cookie)).status).toBe(200)
  })

  it.each([
    ['twelve hours without use', 'used_at', '12 hours 1 second', 'idle'],
    ['thirty days in all', 'created_at', '30 days 1 second', 'expired'],
  ] as const)('ends after %s', async (_, column, interval, because) => {
    const { cookie, token } = await signIn()
    await age(sessionOf(token), column, interval)
    expect((await refresh(cookie)).status).toBe(401)
    expect((await sessionRow(sessionOf(token))).ended_because).toBe(because)
    expect((await orders(token)).status).toBe(401)
  })

  it('stores neither token nor anything a token could be read from', async () => {
    const { cookie, token } = await signIn()
    const row = JSON.stringify(await sessionRow(sessionOf(token)))
    expect(row).not.toContain(cookie.split('.').at(-1))
    expect(row).not.toContain(token)
  })

  it.each(['', '__Host-refresh=', '__Host-refresh=x', '__Host-refresh=a.b.c', 'refresh=x'])(
    'refuses the cookie "%s"',
    async cookie => {
      const response = await refresh(cookie)
      expect(response.status).toBe(401)
      expect((await problemOf(response)).code).toBe('session_ended')
    },
  )
})

describe('the calls the cookie decides', () => {
  const own = () => ({ origin: `http://${laboratory.host}`, 'sec-fetch-site': 'same-origin' })

  it('answer the portal itself', async () => {
    const { cookie } = await signIn()
    expect((await refresh(cookie, own())).status).toBe(200)
  })

  it.each([
    ['a foreign origin', { origin: 'https://evil.test' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['a neighbouring host', { origin: 'https://evil.laboratory.test' }, 403],
    ['another site, by the browser’s word', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a sister site', { 'sec-fetch-site': 'same-site' }, 403],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a text form', { 'content-type': 'text/plain' }, 415],
  ])('refuse %s and leave the session as it was', async (_, headers, status) => {
    const { cookie, token } = await signIn()
    for (const path of ['/api/token/refresh', '/api/token/invalidate']) {
      const response = await request(laboratory, path, {
        method: 'POST',
        headers: { cookie, ...(headers as Record<string, string>) },
      })
      expect(response.status, path).toBe(status)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect((await orders(token)).status).toBe(200)
    expect((await sessionRow(sessionOf(token))).refresh_generation).toBe(1)
  })

  it('are not there for GET', async () => {
    const { cookie } = await signIn()
    for (const path of ['/api/token/refresh', '/api/token/invalidate', '/auth']) {
      const response = await request(laboratory, path, { headers: { cookie } })
      expect(response.status, path).toBe(405)
      expect(response.headers.get('allow')).toBe('POST')
    }
  })

  it('a front end served apart may call when the laboratory lists it, and only then', async () => {
    const listed = 'https://portal.example'
    const lab = await make.laboratory({ allowed_origins: [listed] })
    const someone = await make.user(await make.practice(lab))
    const { cookie } = await signIn(someone)
    const allowed = await refresh(cookie, { origin: listed, 'sec-fetch-site': 'cross-site' }, lab)
    expect(allowed.status).toBe(200)
    expect(allowed.headers.get('access-control-allow-origin')).toBe(listed)
    expect(allowed.headers.get('access-control-allow-credentials')).toBe('true')
    const preflight = (origin: string) =>
      request(lab, '/api/orders', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
      })
    expect((await preflight(listed)).headers.get('access-control-allow-origin')).toBe(listed)
    const refused = await preflight('https://portal.example.evil.test')
    expect(refused.status).toBe(403)
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('signing out', () => {
  it('ends both tokens at once; doing it again succeeds too', async () => {
    const signed = await signIn()
    for (let time = 0; time < 2; time++) {
      const response = await logout(signed)
      expect(response.status).toBe(204)
      expect(response.headers.getSetCookie()[0]).toMatch(/Max-Age=0/)
    }
    expect((await orders(signed.token)).status).toBe(401)
    expect((await refresh(signed.cookie)).status).toBe(401)
  })

  it('works with the cookie alone, with the access token alone, and with neither', async () => {
    const byCookie = await signIn()
    expect((await logout({ cookie: byCookie.cookie })).status).toBe(204)
    expect((await orders(byCookie.token)).status).toBe(401)
    const byToken = await signIn()
    expect((await logout({ token: byToken.token })).status).toBe(204)
    expect((await refresh(byToken.cookie)).status).toBe(401)
    expect((await logout({})).status).toBe(204)
    expect((await logout({ cookie: '__Host-refresh=rubbish', token: 'rubbish' })).status).toBe(204)
  })
})
