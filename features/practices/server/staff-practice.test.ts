import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { settingsOf } from '#test/practice-settings.ts'
import { today } from '#test/today.ts'
import { waitedFor } from '#test/waited-for.ts'

const { make, as, request } = startTestApp()

type Call = Awaited<ReturnType<typeof as>>
const show = async (call: Call, id: string) => (await (await call(`/api/staff/practices/${id}`)).json()).data
const change = async (call: Call, id: string, changes: object) => {
  const body = { ...settingsOf(await show(call, id)), ...changes }
  return call(`/api/staff/practices/${id}`, { method: 'PUT', body })
}
const setOpen = (call: Call, id: string, isDisabled: boolean) =>
  call(`/api/staff/practices/${id}/access`, { body: { isDisabled } })
const told = async (answer: Response) => {
  const { status, code, errors } = await problemOf(answer)
  return [status, code, ...(errors ?? []).map(error => `${error.path} ${error.code}`)]
}
async function opened() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory, { name: 'Cabinet A', city: 'Brest' })
  return { laboratory, practice, call: await as(await make.user(laboratory)) }
}

describe('the page of a practice', () => {
  it('has its people and days, and says how its work has gone', async () => {
    const { practice, call } = await opened()
    await make.user(practice, { account_type: 'manager', last_name: 'Durand' })
    const delivered = async (promised: number, came: number, values: object = {}) => {
      const { id } = await make.order(practice, {
        status: 'delivered',
        delivery_on: addDays(today, -promised),
        created_at: `${addDays(today, -60)}T10:00:00Z`,
        ...values,
      })
      await make.insert(practice.laboratory.id, 'order_events', {
        brand_id: practice.laboratory.id,
        practice_id: practice.id,
        order_id: id,
        sequence: 1,
        status: 'delivered',
        at: `${addDays(today, -came)}T10:00:00Z`,
      })
      return id
    }
    const first = await delivered(10, 10)
    await delivered(10, 8)
    await delivered(10, 12, { remake_of: first })
    // Without a promise it does not count in the on-time rate.
    await delivered(10, 10, { delivery_on: null })
    await delivered(120, 120)
    const page = await show(call, practice.id)
    expect(page).toMatchObject({
      name: 'Cabinet A',
      city: 'Brest',
      openingDays: [1, 2, 3, 4, 5],
      isDisabled: false,
      people: [{ name: 'Dr Claire Durand', state: 'active' }],
      gaps: ['siren_missing', 'address'],
      figures: { delivered: 4, promised: 3, onTime: 2, remade: 1 },
    })
  })

  it('keeps an RPPS without the 8 that a card writes before it, corrected or new', async () => {
    const { practice, call } = await opened()
    const rppsSiretSiren = '810003456789'
    expect((await change(call, practice.id, { rppsSiretSiren })).status).toBe(204)
    const person = { firstName: 'Ana', lastName: 'Roy', email: 'roy@cabinet.example' }
    const made = await call('/api/staff/practices', { body: { name: 'Cabinet Roy', rppsSiretSiren, ...person } })
    for (const id of [practice.id, (await made.json()).data.id])
      expect(await show(call, id)).toMatchObject({ rppsSiretSiren: '10003456789' })
  })

  it('says what it owes, and in which round of the driver it stands', async () => {
    const { practice, call } = await opened()
    expect(await show(call, practice.id)).toMatchObject({ balanceCents: 0, round: null })
    await make.invoice(practice, { amount_cents: 12_050 })
    const body = { round: 'Nord', practiceIds: [practice.id] }
    expect((await call('/api/staff/deliveries/round', { method: 'PUT', body })).status).toBeLessThan(300)
    expect(await show(call, practice.id)).toMatchObject({ balanceCents: 12_050, round: 'Nord' })
  })

  it('corrects what is wrong, for the practice’s own screens too', async () => {
    const { laboratory, practice, call } = await opened()
    const said = {
      name: 'Cabinet B',
      rppsSiretSiren: '732 829 320',
      phone: '02 99 00 12 30',
      deliveryInstruction: 'Code 12A',
      openingDays: [5, 1],
      deliveryDays: [1, 3],
    }
    expect((await change(call, practice.id, said)).status).toBe(204)
    expect(await show(call, practice.id)).toMatchObject({
      name: 'Cabinet B',
      rppsSiretSiren: '732 829 320',
      gaps: ['address'],
      phone: '02 99 00 12 30',
      deliveryInstruction: 'Code 12A',
      openingDays: [1, 5],
    })
    const { data } = await (await (await as(await make.user(practice)))('/api/catalogue')).json()
    expect(data.calendar).toMatchObject({ deliveryDays: [1, 3], openingDays: [1, 5] })
    expect(await told(await change(call, practice.id, { name: ' ' }))).toEqual([422, 'input_invalid', 'name required'])
    expect(await told(await change(call, practice.id, { openingDays: [] }))).toEqual([
      422,
      'input_invalid',
      'openingDays required',
    ])
    const other = { version: 'of before', name: 'Cabinet de quelqu’un d’autre' }
    expect(await told(await change(call, practice.id, other))).toEqual([409, 'conflict'])
    // A retry after a lost answer succeeds.
    expect((await change(call, practice.id, { ...said, version: 'of before' })).status).toBe(204)
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select kind, subject_id from audit_events'),
    )
    expect(rows).toEqual([{ kind: 'practice_changed', subject_id: practice.id }])
  })

  it('says in which country it is, of its people, too, save those who are in another', async () => {
    const { laboratory, practice, call } = await opened()
    for (const [login, country_code] of Object.entries({ here: 'FR', away: 'CH' }))
      await make.user(practice, { login, country_code })
    const other = await make.practice(laboratory)
    await make.user(other, { login: 'other' })
    expect(await show(call, practice.id)).toMatchObject({ country: 'FR' })
    expect((await change(call, practice.id, { country: 'BE' })).status).toBe(204)
    expect(await show(call, practice.id)).toMatchObject({ country: 'BE', city: 'Brest' })
    // A page from before a deployment sends no country.
    expect((await change(call, practice.id, { country: undefined, city: 'Liège' })).status).toBe(204)
    expect(await show(call, practice.id)).toMatchObject({ country: 'BE', city: 'Liège' })
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select login, country_code from users where practice_id is not null order by login'),
    )
    expect(rows).toEqual([
      { login: 'away', country_code: 'CH' },
      { login: 'here', country_code: 'BE' },
      { login: 'other', country_code: 'FR' },
    ])
    expect(await told(await change(call, practice.id, { country: 'XX' }))).toEqual([
      422,
      'input_invalid',
      'country not_listed',
    ])
  })
})

describe('a practice that is disabled', () => {
  it('keeps all of its people out from their next request on, and lets those in again whom that kept out', async () => {
    const { practice, call } = await opened()
    const doctor = await make.user(practice)
    const gone = await make.user(practice, { disabled_at: '2026-01-01T10:00:00Z' })
    const asDoctor = await as(doctor)
    expect((await asDoctor('/api/orders')).status).toBe(200)
    expect((await setOpen(call, practice.id, true)).status).toBe(204)
    expect(await told(await asDoctor('/api/orders'))).toEqual([401, 'signed_out'])
    expect(await show(call, practice.id)).toMatchObject({ isDisabled: true })
    const states = async () => {
      const { people } = await show(call, practice.id)
      return Object.fromEntries(people.map(({ id, state }: { id: string; state: string }) => [id, state]))
    }
    expect(await states()).toEqual({ [doctor.id]: 'disabled', [gone.id]: 'disabled' })
    // Users cannot be enabled one by one either.
    const access = await call(`/api/staff/people/${doctor.id}/access`, { body: { isDisabled: false } })
    expect(await told(access)).toEqual([409, 'practice_disabled'])
    await expect(make.user(practice)).rejects.toThrow(/the practice is disabled/)

    expect((await setOpen(call, practice.id, false)).status).toBe(204)
    expect((await setOpen(call, practice.id, false)).status).toBe(204)
    expect(await states()).toEqual({ [doctor.id]: 'active', [gone.id]: 'disabled' })
    expect((await (await as(doctor))('/api/orders')).status).toBe(200)
  })

  it('lets in nobody whom the laboratory keeps out by name, before or while it is closed', async () => {
    const { practice, call } = await opened()
    const [before, meanwhile, byManager] = [
      await make.user(practice),
      await make.user(practice),
      await make.user(practice),
    ]
    const manager = await make.user(practice, { account_type: 'manager' })
    const keepOut = (id: string) => call(`/api/staff/people/${id}/access`, { body: { isDisabled: true } })
    expect((await keepOut(before.id)).status).toBe(204)
    const asManager = await as(manager)
    const ofManager = { method: 'PATCH', body: { isDisabled: true } }
    expect((await asManager(`/api/account/colleagues/${byManager.id}`, ofManager)).status).toBe(200)
    expect((await setOpen(call, practice.id, true)).status).toBe(204)
    expect((await keepOut(meanwhile.id)).status).toBe(204)
    expect((await setOpen(call, practice.id, false)).status).toBe(204)
    const { people } = await show(call, practice.id)
    const states = Object.fromEntries(people.map(({ id, state }: { id: string; state: string }) => [id, state]))
    expect(states).toEqual({
      [before.id]: 'disabled',
      [meanwhile.id]: 'disabled',
      [byManager.id]: 'disabled',
      [manager.id]: 'active',
    })
    expect((await call(`/api/staff/people/${meanwhile.id}/access`, { body: { isDisabled: false } })).status).toBe(204)
    expect((await (await as(meanwhile))('/api/orders')).status).toBe(200)
  })

  it('lets in nobody whom a colleague keeps out by name while it is opened again', async () => {
    const { laboratory, practice, call } = await opened()
    const [doctor, other] = [await make.user(practice), await make.user(practice)]
    expect((await setOpen(call, practice.id, true)).status).toBe(204)
    const answer = await make.within(laboratory.id, async client => {
      await client.query("update users set disabled_by = 'laboratory' where id = $1", [doctor.id])
      const pending = setOpen(call, practice.id, false)
      await waitedFor(client)
      return { pending }
    })
    expect((await answer.pending).status).toBe(204)
    const { people } = await show(call, practice.id)
    expect(Object.fromEntries(people.map(({ id, state }: { id: string; state: string }) => [id, state]))).toEqual({
      [doctor.id]: 'disabled',
      [other.id]: 'active',
    })
  })

  it('lets in whom the release before has kept out with it, which does not say why', async () => {
    const { laboratory, practice, call } = await opened()
    const [doctor, alone] = [await make.user(practice), await make.user(practice)]
    await make.within(laboratory.id, client =>
      client.query(`update users set disabled_at = now() where id = $1`, [alone.id]),
    )
    await make.within(laboratory.id, async client => {
      await client.query('update practices set disabled_at = now() where id = $1', [practice.id])
      await client.query('update users set disabled_at = now() where practice_id = $1 and disabled_at is null', [
        practice.id,
      ])
    })
    expect((await setOpen(call, practice.id, false)).status).toBe(204)
    const { people } = await show(call, practice.id)
    expect(Object.fromEntries(people.map(({ id, state }: { id: string; state: string }) => [id, state]))).toEqual({
      [doctor.id]: 'active',
      [alone.id]: 'disabled',
    })
  })

  it('is so by the laboratory’s administrators alone', async () => {
    const { laboratory, practice } = await opened()
    const other = await opened()
    expect(await told(await setOpen(other.call, practice.id, true))).toEqual([404, 'not_found'])
    expect(await told(await other.call(`/api/staff/practices/${practice.id}`))).toEqual([404, 'not_found'])
    const manager = await make.user(practice, { account_type: 'manager' })
    const others = await Promise.all(
      ['production', 'accounting', 'driver'].map(role => make.user(laboratory, { role })),
    )
    for (const user of [manager, ...others]) {
      const refused = await as(user)
      expect((await setOpen(refused, practice.id, true)).status).toBe(403)
      expect((await refused(`/api/staff/practices/${practice.id}`)).status).toBe(403)
    }
    expect((await request(laboratory, `/api/staff/practices/${practice.id}`)).status).toBe(401)
    for (const [change, why] of [
      ['disabled_at = now()', /administrator of the laboratory/],
      ["rpps_siret_siren = '732829320'", /who does the books/],
    ] as const) {
      const tried = make.within(laboratory.id, async client => {
        await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, others[0]?.id])
        return client.query(`update practices set ${change}`)
      })
      await expect(tried, change).rejects.toThrow(why)
    }
  })
})
