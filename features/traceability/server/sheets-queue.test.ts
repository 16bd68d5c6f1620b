import { readFileSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { startBenchTests } from '#test/at-the-bench.ts'
import { problemOf } from '#test/harness.ts'
import type { SheetRow } from '../contract.ts'

const { make, as, crown } = startBenchTests()

describe('the queue of sheets', () => {
  it('has what is made and not signed, by day of delivery, and nothing else', async () => {
    const own = await make.laboratory({ address: '8 rue A', postal_code: '69003', city: 'Lyon' })
    const of = await make.practice(own)
    const lot = await make.lot(own)
    const call = await as(await make.user(own, { role: 'production' }))
    const late = await crown({ code: 'LATE', delivery_on: '2026-01-10' }, of)
    // A new case cannot claim to be signed.
    await crown({ code: 'NODAY', is_signed: true }, of)
    await crown({ code: 'SOON', status: 'shipped', delivery_on: '2026-02-10' }, of)
    await crown({ code: 'BEFORE', status: 'in_preparation' }, of)
    await crown({ code: 'OVER', status: 'invoiced' }, of)
    const listed = async () => {
      const { data, page } = await (await call('/api/staff/sheets')).json()
      return { codes: (data as SheetRow[]).map(({ code }) => code), total: page.total, first: data[0] }
    }
    expect(await listed()).toMatchObject({
      codes: ['LATE', 'SOON', 'NODAY'],
      total: 3,
      first: { products: 1, traced: 0, practice: 'Cabinet d’essai' },
    })
    const products = [{ caseSequence: 1, lotIds: [lot.id] }]
    const use = (said: object[]) =>
      call(`/api/staff/orders/${late.id}/materials`, { method: 'PUT', body: { products: said } })
    const twice = await use([...products, { caseSequence: 1, lotIds: [] }])
    expect((await problemOf(twice)).errors).toEqual([{ path: 'products.1.caseSequence', code: 'repeated' }])
    await use(products)
    expect((await listed()).first).toMatchObject({ traced: 1 })
    await call(`/api/staff/orders/${late.id}/release-checks`, { body: { points: ['fit'] } })
    await call(`/api/staff/orders/${late.id}/statement`, { body: {} })
    expect((await listed()).codes).toEqual(['SOON', 'NODAY'])
  })

  it('has no case of which two sign a sheet at once, nor one whose sheet is older than its mark', async () => {
    const own = await make.laboratory({ address: '8 rue A', postal_code: '69003', city: 'Lyon' })
    const of = await make.practice(own)
    const lot = await make.lot(own)
    const call = await as(await make.user(own, { role: 'production' }))
    const { id } = await crown({ delivery_on: '2026-01-10' }, of)
    const path = `/api/staff/orders/${id}`
    await call(`${path}/materials`, { method: 'PUT', body: { products: [{ caseSequence: 1, lotIds: [lot.id] }] } })
    await call(`${path}/release-checks`, { body: { points: ['fit'] } })
    const sign = () => call(`${path}/statement`, { body: {} })
    const signed = await Promise.all([sign(), sign(), sign()])
    expect(signed.filter(({ ok }) => ok)).toHaveLength(1)
    const total = async () => (await (await call('/api/staff/sheets')).json()).page.total
    expect(await total()).toBe(0)
    const marked = () =>
      make.within(own.id, async client => (await client.query('select is_signed from orders')).rows[0].is_signed)
    expect(await marked()).toBe(true)
    // On hold before `is_signed` existed.
    await make.within(own.id, client =>
      client.query(
        `update orders set is_signed = false, status = 'on_hold', hold_reason = 'other', held_from = 'in_production'`,
      ),
    )
    const owner = new pg.Client(inject('database').ownerUrl)
    await owner.connect()
    const migration = new URL('../../../db/migrations/0323_sheets_signed_before_that.sql', import.meta.url)
    await owner.query(readFileSync(migration, 'utf8'))
    await owner.end()
    expect(await marked()).toBe(true)
    await make.within(own.id, client =>
      client.query(`update orders set status = 'in_production', hold_reason = null, held_from = null`),
    )
    expect(await total()).toBe(0)
  })
})
