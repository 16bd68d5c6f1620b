import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { testPassword } from '#test/make.ts'
import { asked as signup } from '#test/signing-up.ts'

// S29. The answers' contents are compared where they are made. Equal times follow from equal work, which is checked without a
// clock: the hash in sign-in.test.ts, the database statements here.

const { make, request } = startTestApp({ connections: 1 })

/** The database statements issued during the work, in order. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text: string }]
    // The queue's own statements, under its own role, are ignored.
    if (this.user === 'arcade_app') asked.push(typeof statement === 'string' ? statement : statement.text)
    return query.apply(this, args)
  } as never)
  await work().finally(() => spy.mockRestore())
  return asked
}

let callers = 0
/** Asks from an address without earlier requests. */
const ask = async (laboratory: { host: string }, path: string, body: object) => {
  callers += 1
  const address = `198.51.100.${callers}`
  return statementsOf(() => request(laboratory, path, { body, address }))
}

it('the database is asked the same for somebody who has an account, is kept out of it, or has none', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const known = await make.user(practice)
  const disabled = await make.user(practice, { disabled_at: new Date() })
  const invited = await make.user(practice, { password_hash: null })
  const calls: [path: string, bodyFor: (login: string) => object][] = [
    ['/auth', login => ({ login, password: `not ${testPassword}` })],
    ['/api/password-resets', login => ({ login })],
    ['/api/signup', login => ({ ...signup, email1: `${login}@example.test` })],
  ]
  for (const [path, bodyFor] of calls) {
    // A warm-up, since the very first request prepares what later ones find prepared.
    await ask(laboratory, path, bodyFor('somebody-before'))
    const forNobody = await ask(laboratory, path, bodyFor('nobody-of-that-name'))
    expect(forNobody.length, path).toBeGreaterThan(3)
    for (const { login } of [known, disabled, invited])
      expect(await ask(laboratory, path, bodyFor(login)), `${path} ${login}`).toEqual(forNobody)
  }
})
