import { randomUUID } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { AccessTokens } from './access-token.ts'

const tokens = new AccessTokens({ appSecret: 'a secret for tests only, long enough' })
const session = { brandId: randomUUID(), sessionId: randomUUID() }

afterEach(() => {
  vi.useRealTimers()
})

it('a token that was accepted before is accepted until its ten minutes are over, and not a second longer', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') })
  const token = await tokens.sign(session, {})
  expect(await tokens.verify(token)).toEqual(session)
  vi.setSystemTime(new Date('2026-11-21T10:09:59Z'))
  expect(await tokens.verify(token)).toEqual(session)
  vi.setSystemTime(new Date('2026-11-21T10:10:00Z'))
  expect(await tokens.verify(token)).toBeUndefined()
})

it('a token with another signature is refused though its twin was accepted', async () => {
  const token = await tokens.sign(session, {})
  expect(await tokens.verify(token)).toEqual(session)
  const last = token.at(-2) === 'A' ? 'B' : 'A'
  expect(await tokens.verify(`${token.slice(0, -2)}${last}${token.at(-1)}`)).toBeUndefined()
  const [header, , signature] = token.split('.')
  const other = await tokens.sign({ ...session, sessionId: randomUUID() }, {})
  expect(await tokens.verify([header, other.split('.')[1], signature].join('.'))).toBeUndefined()
})
