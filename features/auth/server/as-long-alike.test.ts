import { expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { isInTurn } from '#test/in-turn.ts'
import { type TestLaboratory, testPassword } from '#test/make.ts'
import { asked as signup } from '#test/signing-up.ts'

// S29 by wall-clock time, as an observer measures it; asking for a link is in forgotten.test.ts. That the same work is done for
// both is in unknown-alike.test.ts and sign-in.test.ts; this checks that nothing else delays one of them.

const { make, request } = startTestApp()
/** S29 requires 200; 40 are enough to see the difference of a hash. */
const samples = isInTurn('as long alike') ? 200 : 40

let callers = 0
/** An address without earlier requests. */
const nextAddress = () => {
  callers += 1
  return `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`
}
const median = (all: number[]) => all.toSorted((one, other) => one - other)[samples / 2] ?? 0

it.each<[string, (login: string) => object, number]>([
  ['/auth', login => ({ login, password: `not ${testPassword}` }), 401],
  ['/api/signup', login => ({ ...signup, email1: login }), 202],
])(
  '%s takes as long for a user as for nobody, to ten milliseconds',
  {
    timeout: 600_000,
  },
  async (path, bodyFor, status) => {
    async function difference(round: number) {
      const laboratory: TestLaboratory = await make.laboratory()
      const practice = await make.practice(laboratory)
      const times = { known: [] as number[], unknown: [] as number[] }
      for (let sample = 0; sample < samples; sample++) {
        // Each login once, because repeated requests hit a limit, known or not.
        const login = `known-${round}-${sample}@cabinet.example`
        await make.user(practice, { login, email: login })
        for (const [who, asked] of [
          ['known', login],
          ['unknown', `nobody-${round}-${sample}@cabinet.example`],
        ] as const) {
          const begun = performance.now()
          const answer = await request(laboratory, path, { body: bodyFor(asked), address: nextAddress() })
          await answer.text()
          times[who].push(performance.now() - begun)
          expect(answer.status).toBe(status)
        }
      }
      const [known, unknown] = [median(times.known), median(times.unknown)]
      // Mostly the hash: on a machine where that is slow, a twentieth of it is more than ten milliseconds.
      return Math.abs(known - unknown) / Math.max(10, known / 20)
    }
    // A difference of our own shows in every round; noise of the machine does not.
    const differences = [await difference(0)]
    while (differences.length < 3 && Math.min(...differences) >= 1)
      differences.push(await difference(differences.length))
    expect(Math.min(...differences)).toBeLessThan(1)
  },
)
