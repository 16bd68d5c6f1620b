import { describe, expect, it } from 'vitest'
import { change, refusalOf, startColleagueTests } from '#test/colleagues.ts'
import type { TestUser } from '#test/make.ts'

const { make, as, opened, rowsOf, userRow } = startColleagueTests()

describe('no practice loses its last manager', () => {
  it('for nobody changes what they may themselves', async () => {
    const { manager, practice, asManager } = await opened()
    await make.user(practice, { account_type: 'manager' })
    for (const body of [{ accountType: 'doctor' }, { isDisabled: true }, { isPracticeDoctor: true }])
      expect(await refusalOf(await change(asManager, manager, body))).toEqual([409, 'own_account'])
    expect(await userRow(manager)).toMatchObject({ account_type: 'manager', disabled_at: null })
  })

  it.each([{ accountType: 'doctor' }, { isDisabled: true }])(
    'to two who do this to each other at once: %j',
    async body => {
      const { manager, practice, laboratory } = await opened()
      const other = await make.user(practice, { account_type: 'manager' })
      for (let round = 0; round < 8; round++) {
        const [one, two] = [await as(manager), await as(other)]
        const answers = await Promise.all([change(one, other, body), change(two, manager, body)])
        // The slower one is no longer a manager or no longer signed in, detected before or during the request.
        expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200)
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
        const left = `select from users where account_type = 'manager' and disabled_at is null`
        expect(await rowsOf(laboratory, left)).toHaveLength(1)
        await rowsOf(
          laboratory,
          `update users set account_type = 'manager', disabled_at = null
          where id in ('${manager.id}', '${other.id}')`,
        )
      }
    },
  )

  it('in the database either, whatever the statement', async () => {
    const { laboratory, practice, manager, doctor } = await opened()
    const acting = async (user: TestUser, statement: string) => {
      await make.within(laboratory.id, async client => {
        await client.query('select tenant.set_context($1, $2, $3)', [laboratory.id, practice.id, user.id])
        await client.query(statement)
      })
    }
    const insert = `insert into users (brand_id, kind, practice_id, login, email, first_name, last_name, account_type)
      values ('${laboratory.id}', 'practice', '${practice.id}', 'x', 'x@y.test', 'X', 'Y', 'doctor')`
    for (const [user, statement] of [
      [manager, `update users set account_type = 'doctor' where id = '${manager.id}'`],
      [manager, `update users set disabled_at = now()`],
      [doctor, `update users set account_type = 'manager' where id = '${doctor.id}'`],
      [doctor, `update users set disabled_at = now() where id = '${manager.id}'`],
      [doctor, insert],
    ] as const)
      await expect(acting(user, statement), statement).rejects.toMatchObject({ constraint: 'users__managed' })
    await acting(manager, insert)
  })
})
