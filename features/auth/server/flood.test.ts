import { describe, expect, it } from 'vitest'
import { type Attempt, newAddress, startGuessing } from '#test/guessing.ts'
import { testPassword } from '#test/make.ts'

const { make, newUser, knownAt, statusOf } = await startGuessing()

describe('in a flood of guesses', () => {
  /** How many requests of the flood were answered before the sign-in: counted, because a busy machine distorts times. */
  const answeredBefore = (guess: (n: number) => Attempt, signsIn: () => Promise<number>) =>
    answeredOf(n => statusOf(`flood-${n}`, 'guess', guess(n)), signsIn)
  const answeredOf = async (attempt: (n: number) => Promise<number>, signsIn: () => Promise<number>) => {
    let answered = 0
    const flood = Array.from({ length: 40 }, async (_, n) => {
      await attempt(n)
      answered += 1
    })
    expect(await signsIn()).toBe(200)
    const before = answered
    await Promise.all(flood)
    return before
  }

  it('from one network somebody elsewhere does not wait for it', async () => {
    const user = await newUser()
    const before = await answeredBefore(
      n => ({ from: `2001:db8:5:${n}::${n}` }),
      () => statusOf(user.login, testPassword),
    )
    expect(before).toBeLessThan(20)
  })

  it('from everywhere neither a device that is known waits for it nor another laboratory', async () => {
    const user = await newUser()
    const { device: cookie } = await knownAt(user)
    const other = await make.user(await make.practice(await make.laboratory()))
    const guess = () => ({ from: newAddress() })
    expect(await answeredBefore(guess, () => statusOf(user.login, testPassword, { cookie }))).toBeLessThan(20)
    const elsewhere = () => statusOf(other.login, testPassword, { at: other.laboratory })
    expect(await answeredBefore(guess, elsewhere)).toBeLessThan(20)
  })

  it('at as many accounts as addresses, a new device of the same laboratory does not wait for it', async () => {
    const user = await newUser()
    const guess = () => ({ from: newAddress() })
    expect(await answeredBefore(guess, () => statusOf(user.login, testPassword))).toBeLessThan(25)
  })

  it('at one account, from everywhere, somebody else of the same laboratory does not wait for it', async () => {
    const user = await newUser()
    const guess = () => statusOf('everybody-guesses', 'guess', { from: newAddress() })
    expect(await answeredOf(guess, () => statusOf(user.login, testPassword))).toBeLessThan(20)
  })

  it('of right passwords from a device that is known, somebody elsewhere on a new one does not wait for it', async () => {
    const user = await newUser()
    const { device: cookie } = await knownAt(user)
    const other = await make.user(await make.practice(await make.laboratory()))
    const signsIn = () => statusOf(user.login, testPassword, { cookie })
    const elsewhere = () => statusOf(other.login, testPassword, { at: other.laboratory })
    expect(await answeredOf(signsIn, elsewhere)).toBeLessThan(20)
  })
})
