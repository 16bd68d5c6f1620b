import { describe, expect, it, vi } from 'vitest'
import { startTestApp, testSecret } from '#test/harness.ts'
import type { TestLaboratory, TestUser } from '#test/make.ts'
import { UnsubscribeTokens } from './unsubscribe-token.ts'

const { app, make, as, request } = startTestApp()
const tokens = new UnsubscribeTokens({ appSecret: testSecret })

async function aUser(values: Record<string, unknown> = {}) {
  const laboratory = await make.laboratory({ primary_color: '#5b21b6' })
  const user = await make.user(await make.practice(laboratory), values)
  return { laboratory, user, token: tokens.sign(laboratory.id, user.id) }
}
const waysOf = async (user: TestUser) =>
  ((await (await (await as(user))('/api/account/notices')).json()) as { data: { ways: Record<string, string> } }).data
    .ways

/** As mail programs do it: one-click, without opening the page first. */
const press = (laboratory: TestLaboratory, path: string) =>
  request(laboratory, path, {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

describe('the link that ends mails', () => {
  it('asks in the reader’s language and the laboratory’s colours, ends nothing by being looked at, and needs no script', async () => {
    const { laboratory, user, token } = await aUser({ language: 'en' })
    const before = await waysOf(user)
    const answer = await request(laboratory, `/unsubscribe/${token}/message`, { headers: { 'accept-language': 'fr' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toMatch(
      /default-src 'none'; style-src 'nonce-.*form-action 'self'/,
    )
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const html = await answer.text()
    expect(html).toContain('<html lang="en">')
    expect(html).toContain('Stop the e‑mails “message from the laboratory”?')
    // The laboratory's phone number is shown, as on every screen.
    expect(html).toContain('A question? <a href="tel:0123456789">01 23 45 67 89</a>')
    expect(html).toContain('--primary:#5b21b6')
    expect(html).not.toContain('<script')
    expect(await waysOf(user)).toEqual(before)
  })

  it('ends one kind with one press, without signing in, and leaves the others', async () => {
    const { laboratory, user, token } = await aUser()
    const answer = await press(laboratory, `/unsubscribe/${token}/message`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('C’est fait')
    expect(await waysOf(user)).toMatchObject({ message: 'never', on_hold: 'at_once', shipped: 'digest' })
    expect((await press(laboratory, `/unsubscribe/${token}/message`)).status).toBe(200)
  })

  it('ends all of them, for this user alone', async () => {
    const { laboratory, user, token } = await aUser()
    const colleague = await make.user({ id: user.practiceId ?? '', laboratory })
    await press(laboratory, `/unsubscribe/${token}/all`)
    expect([...new Set(Object.values(await waysOf(user)))]).toEqual(['never'])
    expect(await waysOf(colleague)).toMatchObject({ message: 'at_once' })
  })

  it('is not made by anybody else: no other user, no other laboratory, no other key, no letter changed', async () => {
    const { laboratory, user, token } = await aUser()
    const elsewhere = await aUser()
    const bytes = Buffer.from(token, 'base64url')
    const swapped = Buffer.concat([
      Buffer.from(user.id.replaceAll('-', ''), 'hex'),
      Buffer.from(elsewhere.token, 'base64url').subarray(16),
    ])
    const flipped = bytes.map((byte, place) => (place === bytes.length - 1 ? byte ^ 1 : byte))
    for (const forged of [
      swapped.toString('base64url'),
      Buffer.from(flipped).toString('base64url'),
      bytes.subarray(0, 16).toString('base64url'),
      `${token}A`,
      elsewhere.token,
      tokens.sign(elsewhere.laboratory.id, user.id),
      new UnsubscribeTokens({ appSecret: `${testSecret}x` }).sign(laboratory.id, user.id),
      user.id,
    ]) {
      const answer = await press(laboratory, `/unsubscribe/${forged}/all`)
      expect(await answer.text(), forged).toContain('Ce lien ne fonctionne pas')
    }
    expect(await waysOf(user)).toMatchObject({ message: 'at_once', shipped: 'digest' })
    // The same request with the user's own token.
    await press(laboratory, `/unsubscribe/${token}/all`)
    expect(await waysOf(user)).toMatchObject({ message: 'never' })
  })

  it('knows no other kinds', async () => {
    const { laboratory, user, token } = await aUser()
    for (const scope of ['bill', 'ALL', '%00', '__proto__']) await press(laboratory, `/unsubscribe/${token}/${scope}`)
    expect(await waysOf(user)).toMatchObject({ message: 'at_once' })
  })

  it('stands neither in the log nor in the figures', async () => {
    const { laboratory, token } = await aUser()
    const said = vi.spyOn(app.api.services.log, 'info')
    await request(laboratory, `/unsubscribe/${token}/all`)
    await press(laboratory, `/unsubscribe/${token}/all`)
    const lines = JSON.stringify(said.mock.calls)
    expect(lines).toContain('/unsubscribe/:token/:scope')
    expect(lines + (await app.metrics.registry.metrics())).not.toContain(token)
  })
})
