import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { takeSecondFactorAwayAt } from '#db/second-factor.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { type TestLaboratory, type TestUser, testPassword } from '#test/make.ts'

const { app, make, request, as, database: urls } = startTestApp()
const { database } = app.api.services
let laboratory: TestLaboratory
beforeAll(async () => {
  laboratory = await make.laboratory()
})

const security = '/api/staff/team/security'
const demand = (isSecondFactorDemanded: boolean) => ({ body: { isSecondFactorDemanded } })
const removalOf = (user: TestUser) => ({
  ofTeam: `/api/staff/team/${user.id}/second-factor-removal`,
  ofPractice: `/api/staff/people/${user.id}/second-factor-removal`,
})
const codeOfRefusal = async (response: Response) => [response.status, (await problemOf(response)).code]

/** A session without a second factor, and one in which a second factor was used. */
const calling = (user: TestUser) => as(user)
const setShown = (user: TestUser) =>
  make.within(user.laboratory.id, client =>
    client.query(`update sessions set second_factor = 'totp' where user_id = $1`, [user.id]),
  )
const give = (user: TestUser) =>
  make.within(user.laboratory.id, client =>
    client.query(
      `insert into authenticators (brand_id, user_id, secret, confirmed_at) values ($1, $2, decode(repeat('ab', 20), 'hex'), now())`,
      [user.laboratory.id, user.id],
    ),
  )
const has = async (user: TestUser) => {
  const { rows } = await make.within(user.laboratory.id, client =>
    client.query('select 1 from authenticators where user_id = $1', [user.id]),
  )
  return rows.length > 0
}
const linesOf = async (brandId: string, kind: string) => {
  const { rows } = await make.within(brandId, client =>
    client.query<{ user_id: string; subject_id: string; request_id: string }>(
      'select user_id, subject_id, request_id from audit_events where kind = $1',
      [kind],
    ),
  )
  return rows
}

describe('a laboratory that demands a second factor of its staff', () => {
  const demanding = async () => {
    const of = await make.laboratory()
    const administrator = await make.user(of)
    const call = await calling(administrator)
    await setShown(administrator)
    return { of, administrator, call }
  }

  it('lets those who have shown none set one up, leave and be renewed, and nothing else, from the next request on', async () => {
    const { of, call } = await demanding()
    const colleague = await make.user(of)
    const theirs = await calling(colleague)
    expect((await theirs('/api/staff/team')).status).toBe(200)
    expect((await call(security, demand(true))).status).toBe(204)
    const open: string[] = []
    for (const { method, path, needs } of app.api.endpoints) {
      // Endpoints for programs cannot be called with a session.
      if (needs === 'nothing' || needs === 'integration') continue
      const response = await theirs(path.replaceAll(/:\w+/g, randomUUID()), {
        method,
        ...(method === 'GET' ? {} : { body: {} }),
      })
      const code = response.status === 403 ? (await problemOf(response)).code : response.status
      if (code !== 'second_factor_required') open.push(`${method} ${path}`)
    }
    expect(open.toSorted()).toEqual([
      'GET /api/account/second-factor',
      'POST /api/account/second-factor',
      'POST /api/account/second-factor/confirmation',
    ])
    expect((await call('/api/staff/team')).status).toBe(200)
    expect((await call(security, demand(false))).status).toBe(204)
    expect((await theirs('/api/staff/team')).status).toBe(200)
    expect(await linesOf(of.id, 'second_factor_demanded')).toHaveLength(1)
    expect(await linesOf(of.id, 'second_factor_left_free')).toHaveLength(1)
  })

  it('tells the screens of it in the token, and asks nothing of practices', async () => {
    const { of, call } = await demanding()
    await call(security, demand(true))
    const [colleague, dentist] = [await make.user(of), await make.user(await make.practice(of))]
    const claims = async ({ login }: TestUser) => {
      const response = await request(of, '/auth', { body: { login, password: testPassword } })
      return decodeJwt(((await response.json()) as { data: { token: string } }).data.token)
    }
    expect(await claims(colleague)).toMatchObject({ owesSecondFactor: true })
    expect(await claims(dentist)).not.toHaveProperty('owesSecondFactor')
    expect((await (await calling(dentist))('/api/orders')).status).toBe(200)
  })

  it('is made so by an administrator alone, and by one who has shown a second factor', async () => {
    const { of } = await demanding()
    const administrator = await make.user(of)
    const without = await calling(administrator)
    expect(await codeOfRefusal(await without(security, demand(true)))).toEqual([409, 'own_second_factor_first'])
    const production = await calling(await make.user(of, { role: 'production' }))
    expect((await production(security, demand(true))).status).toBe(403)
    expect((await production(security)).status).toBe(403)
    const practice = await calling(await make.user(await make.practice(of)))
    expect((await practice(security, demand(true))).status).toBe(403)
    expect((await request(of, security, demand(true))).status).toBe(401)
    expect(await (await without(security)).json()).toEqual({ data: { isSecondFactorDemanded: false } })
  })

  it('is not made so by a statement that goes astray', async () => {
    const of = await make.laboratory()
    const dentist = await make.user(await make.practice(of))
    const sessionId = String(decodeJwt(await tokenOf(dentist)).sid)
    const writing = database.withTenant(
      { for: 'session', host: of.host, brandId: of.id, sessionId },
      'write',
      async tx => {
        await tx.updateTable('brands').set({ staff_need_second_factor: true }).execute()
      },
    )
    await expect(writing).rejects.toMatchObject({ code: '42501' })
  })
})

const tokenOf = async (user: TestUser) => {
  const response = await request(user.laboratory, '/auth', { body: { login: user.login, password: testPassword } })
  return ((await response.json()) as { data: { token: string } }).data.token
}

describe('a second factor that was lost', () => {
  it('is taken away by an administrator: sessions end, it is audited and mailed, and the team shows who has one', async () => {
    const administrator = await calling(await make.user(laboratory))
    const colleague = await make.user(laboratory, { role: 'production' })
    const theirs = await calling(colleague)
    await give(colleague)
    const listed = async () =>
      (
        (await (await administrator('/api/staff/team')).json()) as { data: { id: string; hasSecondFactor: boolean }[] }
      ).data.find(({ id }) => id === colleague.id)?.hasSecondFactor
    expect(await listed()).toBe(true)
    const { ofTeam } = removalOf(colleague)
    expect((await administrator(ofTeam, { method: 'POST' })).status).toBe(204)
    expect([await has(colleague), await listed()]).toEqual([false, false])
    expect((await theirs('/api/account/sessions')).status).toBe(401)
    expect(await linesOf(laboratory.id, 'second_factor_removed')).toMatchObject([{ subject_id: colleague.id }])
    const mails = await openLaboratoryOf(database, laboratory.id, 'read', actor => listMails(actor, { most: 50 }))
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toContainEqual([
      `${colleague.login}@example.test`,
      'Vérification en deux étapes retirée',
    ])
    expect(await codeOfRefusal(await administrator(ofTeam, { method: 'POST' }))).toEqual([409, 'second_factor_off'])
  })

  it('of a practice’s people is taken away in the same way', async () => {
    const administrator = await calling(await make.user(laboratory))
    const practice = await make.practice(laboratory)
    const [dentist, colleague] = [await make.user(practice), await make.user(practice)]
    type People = { people: { id: string; hasSecondFactor: boolean }[] }
    const whoHasOne = async (path = `/${practice.id}`) => {
      const { data } = (await (await administrator(`/api/staff/practices${path}`)).json()) as {
        data: People | People[]
      }
      return [data].flat().flatMap(({ people }) => people.filter(one => one.hasSecondFactor).map(({ id }) => id))
    }
    expect(await whoHasOne()).toEqual([])
    for (const user of [dentist, colleague]) await give(user)
    await make.within(laboratory.id, client =>
      client.query('update authenticators set confirmed_at = null where user_id = $1', [colleague.id]),
    )
    expect(await whoHasOne()).toEqual([dentist.id])
    expect(await whoHasOne('')).toEqual([dentist.id])
    expect((await administrator(removalOf(dentist).ofTeam, { method: 'POST' })).status).toBe(404)
    expect((await administrator(removalOf(dentist).ofPractice, { method: 'POST' })).status).toBe(204)
    expect(await has(dentist)).toBe(false)
    expect(await whoHasOne()).toEqual([])
    expect(await codeOfRefusal(await administrator(removalOf(dentist).ofPractice, { method: 'POST' }))).toEqual([
      409,
      'second_factor_off',
    ])
  })

  it('is not taken away by others: oneself, no administrator, another laboratory, a practice, nobody', async () => {
    const own = await make.user(laboratory)
    const [mine, elsewhere] = [await calling(own), await calling(await make.user(await make.laboratory()))]
    const production = await calling(await make.user(laboratory, { role: 'production' }))
    const manager = await make.user(await make.practice(laboratory), { account_type: 'manager' })
    const practice = await calling(manager)
    const colleague = await make.user(laboratory)
    for (const user of [own, colleague]) await give(user)
    const { ofTeam } = removalOf(colleague)
    expect(await codeOfRefusal(await mine(removalOf(own).ofTeam, { method: 'POST' }))).toEqual([
      409,
      'own_second_factor',
    ])
    expect((await elsewhere(ofTeam, { method: 'POST' })).status).toBe(404)
    for (const call of [production, practice]) expect((await call(ofTeam, { method: 'POST' })).status).toBe(403)
    expect((await request(laboratory, ofTeam, { method: 'POST' })).status).toBe(401)
    expect([await has(own), await has(colleague)]).toEqual([true, true])
  })

  it('of a practice’s people is known to administrators alone', async () => {
    const { host, id: brandId } = laboratory
    for (const astray of [
      await make.user(laboratory, { role: 'production' }),
      await make.user(await make.practice(laboratory), { account_type: 'manager' }),
    ]) {
      const sessionId = String(decodeJwt(await tokenOf(astray)).sid)
      const reading = database.withTenant({ for: 'session', host, brandId, sessionId }, 'read', async tx => {
        await tx.selectNoFrom(({ fn }) => fn('tenant.practice_second_factors', []).as('who')).execute()
      })
      await expect(reading).rejects.toMatchObject({ code: '42501' })
    }
  })

  it('is not taken away by a statement that goes astray', async () => {
    const colleague = await make.user(laboratory)
    await give(colleague)
    const { host, id: brandId } = laboratory
    for (const astray of [
      await make.user(laboratory, { role: 'driver' }),
      await make.user(await make.practice(laboratory)),
    ]) {
      const sessionId = String(decodeJwt(await tokenOf(astray)).sid)
      const taking = database.withTenant({ for: 'session', host, brandId, sessionId }, 'write', async tx => {
        await tx.deleteFrom('authenticators').where('user_id', '=', colleague.id).execute()
        await tx
          .selectNoFrom(({ fn, val }) => fn('tenant.take_second_factor_away', [val(colleague.id)]).as('ended'))
          .execute()
      })
      await expect(taking).rejects.toMatchObject({ code: '42501' })
    }
    expect(await has(colleague)).toBe(true)
  })

  it('of the last administrator is taken away at the machine, and the audit knows it', async () => {
    const of = await make.laboratory()
    const administrator = await make.user(of)
    const taking = (login: string, host = of.host) => takeSecondFactorAwayAt(urls.ownerUrl, host, login)
    await expect(taking('nobody')).rejects.toThrow(/Nobody signs in as nobody/)
    await expect(taking(administrator.login, 'nowhere.test')).rejects.toThrow(/No laboratory answers at nowhere.test/)
    await expect(taking(administrator.login)).rejects.toThrow(/has no second factor at/)
    await give(administrator)
    await taking(administrator.login)
    expect(await has(administrator)).toBe(false)
    expect(await linesOf(of.id, 'second_factor_removed')).toMatchObject([
      { user_id: null, subject_id: administrator.id, request_id: 'command' },
    ])
  })
})
