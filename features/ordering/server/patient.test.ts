import { describe, expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'

const { make, as, request } = startTestApp()

const practiceOfItsOwn = async () => make.practice(await make.laboratory())
const day = (day: number) => `2026-03-0${day}T10:00:00Z`
const made = (practice: TestPractice, code: string, at: number, more: object = {}) =>
  make.order(practice, { patient_code: code, created_at: day(at), ...more })

describe('patients who are known', () => {
  it('are found by the beginning of their code, with their name and what is under way', async () => {
    const practice = await practiceOfItsOwn()
    const { id: doctor } = await make.user(practice)
    await made(practice, 'P-77', 1, { code: 'T-1', patient: 'Élodie Martin', status: 'delivered' })
    await made(practice, 'P-77', 2, { code: 'T-2', patient: null, status: 'in_production', summary_fr: 'Bridge 13–15' })
    await made(practice, 'P-77', 3, {
      patient: null,
      status: 'cancelled',
      ordered_by: doctor,
      prescriber: 'Dr Claire Martin',
      prescriber_id: doctor,
    })
    const { id: billed } = await made(practice, 'P-7', 4, {
      code: 'T-4',
      patient: 'Zoé',
      status: 'invoiced',
      summary_fr: 'Couronne 26',
    })
    await made(practice, 'X-7', 5, {})
    const call = await as(await make.user(practice))
    const find = async (code: string) => (await (await call(`/api/order-patients?code=${code}`)).json()).data
    const bridge = { id: expect.any(String), code: 'T-2', summary: 'Bridge 13–15' }
    const martin = {
      code: 'P-77',
      name: 'Élodie Martin',
      namedIn: 'T-1',
      prescriberId: doctor,
      inProgress: bridge,
      inProgressCount: 1,
      // Cancelled cases are not repeated.
      last: { ...bridge, complementaryShade: null },
    }
    const zoe = {
      code: 'P-7',
      name: 'Zoé',
      namedIn: 'T-4',
      prescriberId: null,
      inProgress: null,
      inProgressCount: 0,
      last: { id: billed, code: 'T-4', summary: 'Couronne 26', complementaryShade: null },
    }
    expect(await find('p-7')).toEqual([zoe, martin])
    expect(await find('P-77')).toEqual([martin])
    await made(practice, 'P-77', 1, { status: 'registered' })
    expect(await find('P-77')).toEqual([{ ...martin, inProgressCount: 2 }])
    expect(await find('%25')).toEqual([])
    expect(await find('nobody')).toEqual([])
    for (const query of ['', '?code=', '?code=%20', `?code=${'x'.repeat(101)}`, '?code=P&code=X'])
      expect((await call(`/api/order-patients${query}`)).status, query).toBe(422)
  })

  it('are none of an entry that the laboratory has refused: it may have been another practice’s', async () => {
    const practice = await practiceOfItsOwn()
    await made(practice, 'P-78', 1, { status: 'cancelled' })
    const bench = await as(await make.user(practice.laboratory, { role: 'production' }))
    const find = async () => (await (await bench(`/api/staff/practices/${practice.id}/patients?code=P-78`)).json()).data
    expect(await find()).toEqual([])
    await made(practice, 'P-78', 2, { code: 'T-2' })
    expect(await find()).toMatchObject([{ code: 'P-78', last: { code: 'T-2' } }])
  })

  it('are those of one practice, for those of it who order', async () => {
    const practice = await practiceOfItsOwn()
    await made(practice, 'P-77', 1)
    const path = '/api/order-patients?code=P'
    for (const other of [await make.practice(practice.laboratory), await practiceOfItsOwn()])
      expect(await (await (await as(await make.user(other)))(path)).json()).toEqual({ data: [] })
    expect((await (await as(await make.user(practice.laboratory)))(path)).status).toBe(403)
    expect((await (await as(await make.user(practice, { is_dlcpm: true })))(path)).status).toBe(403)
    expect((await request(practice.laboratory, path)).status).toBe(401)
  })

  it('are known to who enters a slip for their practice, in the language of the bench', async () => {
    const practice = await practiceOfItsOwn()
    const { laboratory } = practice
    const entered = await made(practice, 'P-77', 1, { code: 'T-1', patient: 'Élodie Martin', summary_en: 'Crown 26' })
    await made(await make.practice(laboratory), 'P-77', 2)
    const path = `/api/staff/practices/${practice.id}/patients?code=p-7`
    const bench = await as(await make.user(laboratory, { role: 'production', language: 'en' }))
    expect((await (await bench(path)).json()).data).toEqual([
      {
        code: 'P-77',
        name: 'Élodie Martin',
        namedIn: 'T-1',
        prescriberId: null,
        inProgress: { id: entered.id, code: 'T-1', summary: 'Crown 26' },
        inProgressCount: 1,
        last: { id: entered.id, code: 'T-1', summary: 'Crown 26', complementaryShade: null },
      },
    ])
    expect((await bench(path.replace('p-7', ''))).status).toBe(422)
    for (const user of [await make.user(practice), await make.user(laboratory, { role: 'accounting' })])
      expect((await (await as(user))(path)).status).toBe(403)
    const elsewhere = await make.user(await make.laboratory(), { role: 'production' })
    expect((await (await as(elsewhere))(path)).status).toBe(404)
    expect((await request(laboratory, path)).status).toBe(401)
  })
})
