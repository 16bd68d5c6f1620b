import { readFileSync } from 'node:fs'
import pg from 'pg'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { dayInZone } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'
import { readPdf } from '#test/pdf.ts'
import { waitedFor } from '#test/waited-for.ts'
import type { BenchSheet, SheetRow } from '../contract.ts'

const { make, as } = startTestApp()

let laboratory: TestLaboratory
let practice: TestPractice
let technician: TestUser
beforeAll(async () => {
  laboratory = await make.laboratory({ address: '8 rue de l’Atelier', postal_code: '69003', city: 'Lyon' })
  practice = await make.practice(laboratory)
  technician = await make.user(laboratory, { role: 'production', title: 'Mme', first_name: 'Inès', last_name: 'Roy' })
})

async function crown(values: Record<string, unknown> = {}, of = practice) {
  const order = await make.order(of, { status: 'in_production', ...values })
  await make.orderLine(of, order.id, 'FIX-101', { teeth: [26] })
  return order
}

async function bench() {
  const call = await as(technician)
  const of = (id: string) => `/api/staff/orders/${id}`
  return {
    call,
    use: (id: string, lotIds: string[], seenLotIds?: string[]) =>
      call(`${of(id)}/materials`, {
        method: 'PUT',
        body: { products: [{ caseSequence: 1, lotIds, ...(seenLotIds && { seenLotIds }) }] },
      }),
    check: (id: string) =>
      call(`${of(id)}/release-checks`, { body: { points: ['fit', 'shade'], note: 'Point serré' } }),
    sign: (id: string) => call(`${of(id)}/statement`, { body: {} }),
    sheet: async (id: string) => (await (await call(`${of(id)}/bench-sheet`)).json()).data as BenchSheet,
  }
}
const refusalOf = async (answer: Response) => [answer.status, (await problemOf(answer)).code]
const block = (lotId: string) =>
  make.within(laboratory.id, client =>
    client.query(
      `update material_lots set state = 'blocked', blocked_because = 'Rappel', blocked_by = $2, blocked_by_name = 'Mme Roy',
         blocked_at = now() where id = $1`,
      [lotId, technician.id],
    ),
  )
const today = () => dayInZone(new Date(), 'Europe/Paris')

describe('a lot that cannot be used', () => {
  it.each<[string, string, Parameters<typeof make.lot>[1]]>([
    ['is over', 'lot_expired', { expires_on: '2026-01-31' }],
    ['nobody has looked at', 'lot_unchecked', { checked: false }],
    ['is used up', 'lot_used_up', { state: 'used_up' }],
    [
      'has a certificate that has ended',
      'certificate_ended',
      { material: { certificate: 'CE 0197', certificate_ends_on: '2026-01-31' } },
    ],
  ])('since it %s is refused with that reason, by the database', async (_, code, values) => {
    const order = await crown()
    const { use, sheet } = await bench()
    const lot = await make.lot(laboratory, values)
    expect(await refusalOf(await use(order.id, [lot.id]))).toEqual([409, code])
    expect((await sheet(order.id)).products[0]?.materials).toEqual([])
    await expect(
      make.insert(laboratory.id, 'order_product_materials', {
        brand_id: laboratory.id,
        practice_id: practice.id,
        order_id: order.id,
        case_sequence: 1,
        position: 1,
        lot_id: lot.id,
        name: 'Autre',
        maker: 'Autre',
        lot: 'autre',
      }),
    ).rejects.toMatchObject({ code: '23514', constraint: `order_product_materials__${code}` })
  })

  it('is none on its last day', async () => {
    const order = await crown()
    const material = { certificate: 'CE 0197', certificate_ends_on: today() }
    const lot = await make.lot(laboratory, { expires_on: today(), material })
    expect((await (await bench()).use(order.id, [lot.id])).status).toBe(204)
  })

  it('of another laboratory is unknown', async () => {
    const order = await crown()
    const lot = await make.lot(await make.laboratory())
    expect(await refusalOf(await (await bench()).use(order.id, [lot.id]))).toEqual([422, 'lot_unknown'])
  })

  it('blocked while somebody takes it, is refused once the block stands', async () => {
    const order = await crown()
    const lot = await make.lot(laboratory)
    const { use } = await bench()
    let using: Promise<Response> | undefined
    await make.within(laboratory.id, async client => {
      await client.query(
        `update material_lots set state = 'blocked', blocked_because = 'Rappel', blocked_by = $2,
           blocked_by_name = 'Mme Roy', blocked_at = now() where id = $1`,
        [lot.id, technician.id],
      )
      using = use(order.id, [lot.id])
      await waitedFor(client)
    })
    expect(using && (await refusalOf(await using))).toEqual([409, 'lot_blocked'])
  })

  it('corrected to be over while somebody takes it, is refused as soon as that stands', async () => {
    const order = await crown()
    const lot = await make.lot(laboratory, { expires_on: '2099-01-31' })
    const { use } = await bench()
    let using: Promise<Response> | undefined
    await make.within(laboratory.id, async client => {
      await client.query(`update material_lots set expires_on = '2026-01-31' where id = $1`, [lot.id])
      using = use(order.id, [lot.id])
      await waitedFor(client)
    })
    expect(using && (await refusalOf(await using))).toEqual([409, 'lot_expired'])
  })

  it('that was used before it was over stays where it is, and others may be added beside it', async () => {
    const order = await crown()
    const { use, sheet } = await bench()
    const [former, other] = [await make.lot(laboratory, { expires_on: '2099-01-31' }), await make.lot(laboratory)]
    await use(order.id, [former.id])
    await make.within(laboratory.id, client =>
      client.query(`update material_lots set expires_on = '2026-01-31' where id = $1`, [former.id]),
    )
    expect((await use(order.id, [former.id, other.id])).status).toBe(204)
    expect((await sheet(order.id)).products[0]?.materials.map(({ lotId }) => lotId)).toEqual([former.id, other.id])
  })
})

describe('the sheet at the bench', () => {
  it('says what is missing before it can be signed, in the order in which one does it', async () => {
    const order = await crown()
    const { use, check, sign, sheet } = await bench()
    const gaps = async () => (await sheet(order.id)).gaps
    expect(await gaps()).toEqual([{ code: 'materials_missing', caseSequence: 1 }, { code: 'release_check_missing' }])
    await use(order.id, [(await make.lot(laboratory)).id])
    expect(await refusalOf(await sign(order.id))).toEqual([409, 'release_check_missing'])
    await check(order.id)
    expect(await gaps()).toEqual([])
    expect((await sign(order.id)).status).toBe(201)
    expect(await sheet(order.id)).toMatchObject({
      statement: { version: 1, signedBy: 'Mme Inès Roy' },
      isChanged: false,
      checks: [{ version: 1, points: ['fit', 'shade'], note: 'Point serré', by: 'Mme Inès Roy' }],
    })
  })

  it('is not checked by a screen that shows what it was before: who looks at it is told to look again', async () => {
    const order = await crown()
    const { call, sheet } = await bench()
    const path = `/api/staff/orders/${order.id}/release-checks`
    const check = (seenChangedAt: string | null) => call(path, { body: { points: ['shade'], seenChangedAt } })
    const { changedAt } = await sheet(order.id)
    expect(changedAt).toBeNull()
    await make.within(laboratory.id, client =>
      client.query(`update order_products set shade = 'B1' where order_id = $1`, [order.id]),
    )
    expect(await refusalOf(await check(changedAt))).toEqual([409, 'changed_meanwhile'])
    expect((await check((await sheet(order.id)).changedAt)).status).toBe(201)
  })

  it('is to be signed again where something else is made of it after the signature', async () => {
    const order = await crown()
    const { use, check, sign, sheet } = await bench()
    await use(order.id, [(await make.lot(laboratory)).id])
    await check(order.id)
    expect((await sign(order.id)).status).toBe(201)
    const isSigned = async (change?: string) =>
      make.within(laboratory.id, async client => {
        if (change) await client.query(`update order_products set ${change} where order_id = $1`, [order.id])
        return (await client.query('select is_signed from orders where id = $1', [order.id])).rows[0]?.is_signed
      })
    expect(await isSigned(`traceability = 'Zircone'`)).toBe(true)
    expect(await isSigned(`shade = 'B1'`)).toBe(false)
    expect(await sheet(order.id)).toMatchObject({ isChanged: true, gaps: [{ code: 'release_check_missing' }] })
    await check(order.id)
    expect((await sign(order.id)).status).toBe(201)
    expect(await isSigned()).toBe(true)
    expect(await sheet(order.id)).toMatchObject({ isChanged: false })
    // The case's comment matters too, although the sheet does not repeat it.
    await make.within(laboratory.id, client =>
      client.query(`update orders set comment = 'Surocclusion interdite' where id = $1`, [order.id]),
    )
    expect(await isSigned()).toBe(false)
    expect(await sheet(order.id)).toMatchObject({ isChanged: true, gaps: [{ code: 'release_check_missing' }] })
  })

  it.each([
    ['cancelled', ['cancelled']],
    ['invoiced', ['shipped', 'delivered', 'invoiced']],
  ])('is no other for want of a mark, which what was %s before there were marks has not', async (_, steps) => {
    const order = await crown()
    const { use, check, sign, sheet } = await bench()
    await use(order.id, [(await make.lot(laboratory)).id])
    await check(order.id)
    expect((await sign(order.id)).status).toBe(201)
    await make.within(laboratory.id, async client => {
      for (const step of steps)
        await client.query('update orders set status = $2, is_signed = false where id = $1', [order.id, step])
    })
    expect(await sheet(order.id)).toMatchObject({ isChanged: false })
  })

  it('is checked anew where something else is made of it since: who has looked has looked at what it was then', async () => {
    const order = await crown()
    const { use, check, sign, sheet } = await bench()
    await use(order.id, [(await make.lot(laboratory)).id])
    await check(order.id)
    expect((await sheet(order.id)).gaps).toEqual([])
    const change = (columns: string) =>
      make.within(laboratory.id, client =>
        client.query(`update order_products set ${columns} where order_id = $1`, [order.id]),
      )
    await change(`traceability = 'Zircone'`)
    await change('teeth = teeth')
    expect((await sheet(order.id)).gaps).toEqual([])
    await change(`shade = 'B1'`)
    expect(await sheet(order.id)).toMatchObject({
      checks: [{ isOvertaken: true }],
      gaps: [{ code: 'release_check_missing' }],
    })
    expect(await refusalOf(await sign(order.id))).toEqual([409, 'release_check_missing'])
    // The database also refuses a signature with the old sheet.
    const signing = make.within(laboratory.id, async client => {
      await client.query('select tenant.set_context($1, null, $2, $3)', [laboratory.id, technician.id, 'staff'])
      await client.query(
        `insert into traceability_statements (brand_id, practice_id, order_id, number, version, content_version, content,
           signed_by, signed_by_name, kept_until) values ($1, $2, $3, $4, 1, 2, '{}', $5, 'Mme Roy', current_date)`,
        [laboratory.id, practice.id, order.id, 'FT-99-0001', technician.id],
      )
    })
    await expect(signing).rejects.toMatchObject({ constraint: 'traceability_statements__released' })
    await check(order.id)
    expect((await sheet(order.id)).checks).toMatchObject([{ isOvertaken: false }, { isOvertaken: true }])
    expect((await sign(order.id)).status).toBe(201)
  })

  it('tells after signing that something else stands there, and asks for a check of its own for the next version', async () => {
    const order = await crown()
    const { use, check, sign, sheet } = await bench()
    await use(order.id, [(await make.lot(laboratory)).id])
    await check(order.id)
    await sign(order.id)
    await use(order.id, [(await make.lot(laboratory)).id])
    expect(await sheet(order.id)).toMatchObject({ isChanged: true, gaps: [{ code: 'release_check_missing' }] })
    await check(order.id)
    expect((await (await sign(order.id)).json()).data.version).toBe(2)
    expect(await sheet(order.id)).toMatchObject({ isChanged: false, statement: { version: 2 } })
  })

  it.each(['in_production', 'shipped', 'delivered', 'invoiced'])(
    'that is %s and whose lot is taken off after the signature waits to be signed again, and a recall of the lot still finds it until then',
    async status => {
      const order = await crown({ status })
      const { call, use, check, sign, sheet } = await bench()
      const [wrong, right] = [await make.lot(laboratory), await make.lot(laboratory)]
      await use(order.id, [wrong.id])
      await check(order.id)
      await sign(order.id)
      const isSigned = async () =>
        (
          await make.within(laboratory.id, client =>
            client.query('select is_signed from orders where id = $1', [order.id]),
          )
        ).rows[0].is_signed
      const foundBy = async (lot: { id: string }) =>
        (await (await call(`/api/staff/lots/${lot.id}`)).json()).data.cases.map(({ code }: { code: string }) => code)
      expect(await isSigned()).toBe(true)
      await use(order.id, [right.id])
      expect(await isSigned()).toBe(false)
      expect(await sheet(order.id)).toMatchObject({ isChanged: true })
      expect([await foundBy(wrong), await foundBy(right)]).toEqual([[order.code], [order.code]])
      await check(order.id)
      expect((await sign(order.id)).status).toBe(201)
      expect(await isSigned()).toBe(true)
      expect([await foundBy(wrong), await foundBy(right)]).toEqual([[], [order.code]])
    },
  )

  it('stays signed where the same workshops are said again', async () => {
    const order = await crown()
    const { call, use, check, sign, sheet } = await bench()
    const made = await call('/api/staff/subcontractors', {
      body: {
        name: `Fraisage ${order.code}`,
        address: '14 rue A',
        postalCode: '69680',
        city: 'Chassieu',
        work: 'Titane',
      },
    })
    const { id } = (await made.json()).data
    const sites = (subcontractorIds: string[]) =>
      call(`/api/staff/orders/${order.id}/subcontractors`, { method: 'PUT', body: { subcontractorIds } })
    await sites([id])
    await use(order.id, [(await make.lot(laboratory)).id])
    await check(order.id)
    await sign(order.id)
    expect((await sites([id])).status).toBe(204)
    expect(await sheet(order.id)).toMatchObject({ isChanged: false, subcontractors: [{ id }] })
    const waits = async () =>
      (
        await make.within(laboratory.id, client =>
          client.query('select is_signed from orders where id = $1', [order.id]),
        )
      ).rows[0].is_signed === false
    expect(await waits()).toBe(false)
    expect((await sites([])).status).toBe(204)
    expect(await sheet(order.id)).toMatchObject({ isChanged: true, subcontractors: [] })
    expect(await waits()).toBe(true)
  })

  it('is not signed with a lot that has been blocked since, not even where the block comes while one signs', async () => {
    const order = await crown()
    const { use, check, sign, sheet } = await bench()
    const lot = await make.lot(laboratory)
    await use(order.id, [lot.id])
    await check(order.id)
    let signing: Promise<Response> | undefined
    await make.within(laboratory.id, async client => {
      await client.query(
        `update material_lots set state = 'blocked', blocked_because = 'Rappel', blocked_by = $2,
           blocked_by_name = 'Mme Roy', blocked_at = now() where id = $1`,
        [lot.id, technician.id],
      )
      signing = sign(order.id)
      await waitedFor(client)
    })
    expect(signing && (await refusalOf(await signing))).toEqual([409, 'lot_blocked'])
    expect((await sheet(order.id)).gaps).toEqual([{ code: 'lot_blocked', caseSequence: 1 }])
  })

  it('offers what was taken last for such a product, as far as it may still be taken', async () => {
    const own = await make.practice(laboratory)
    const { use, sheet } = await bench()
    const [good, bad] = [await make.lot(laboratory), await make.lot(laboratory)]
    await use((await crown({}, own)).id, [good.id, bad.id])
    await block(bad.id)
    const next = await crown({}, own)
    expect((await sheet(next.id)).products[0]?.lastUsed.map(({ id }) => id)).toEqual([good.id])
  })

  it('replaces nothing that a colleague has entered since it was looked at', async () => {
    const order = await crown()
    const { use, sheet } = await bench()
    const [mine, theirs] = [await make.lot(laboratory), await make.lot(laboratory)]
    await use(order.id, [theirs.id], [])
    expect(await refusalOf(await use(order.id, [mine.id], []))).toEqual([409, 'materials_changed'])
    expect((await sheet(order.id)).products[0]?.materials.map(({ lotId }) => lotId)).toEqual([theirs.id])
  })

  it('names who else has worked on the device, on the statement too', async () => {
    const order = await crown()
    const { call, use, check, sign } = await bench()
    const milling = {
      name: 'Fraisage du Rhône',
      address: '14 rue A',
      postalCode: '69680',
      city: 'Chassieu',
      work: 'Titane',
    }
    const made = await call('/api/staff/subcontractors', {
      body: { ...milling, name: `${milling.name} ${order.code}` },
    })
    const { id } = (await made.json()).data
    const sites = (subcontractorIds: string[]) =>
      call(`/api/staff/orders/${order.id}/subcontractors`, { method: 'PUT', body: { subcontractorIds } })
    expect(await refusalOf(await sites([order.id]))).toEqual([422, 'subcontractor_unknown'])
    expect((await sites([id])).status).toBe(204)
    await use(order.id, [(await make.lot(laboratory)).id])
    await check(order.id)
    await sign(order.id)
    const reader = await as(await make.user(practice))
    const answer = await reader(`/api/orders/${order.id}/traceability-sheet`)
    const { text } = await readPdf(new Uint8Array(await answer.arrayBuffer()))
    // The laboratory prints the same sheet for the box; a driver has no business with it.
    const printed = await call(`/api/staff/orders/${order.id}/traceability-sheet`)
    expect([printed.status, printed.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await readPdf(new Uint8Array(await printed.arrayBuffer()))).text).toContain('Fraisage du Rhône')
    const driver = await as(await make.user(laboratory, { role: 'driver' }))
    expect((await driver(`/api/staff/orders/${order.id}/traceability-sheet`)).status).toBe(403)
    const elsewhere = await as(await make.user(await make.laboratory(), { role: 'production' }))
    expect((await elsewhere(`/api/staff/orders/${order.id}/traceability-sheet`)).status).toBe(404)
    for (const words of [
      'Autres sites de fabrication',
      'Fraisage du Rhône',
      '69680 Chassieu',
      'Contrôlé avant départ',
      'Point serré',
    ])
      expect(text).toContain(words)
  })
})

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

it('the runtime role cannot sign without a check, whatever it is asked', async () => {
  const { rows } = await make.within(laboratory.id, client =>
    client.query(
      `select privilege_type from information_schema.role_table_grants
       where grantee = 'arcade_app' and table_name = 'release_checks' order by 1`,
    ),
  )
  expect(rows.map(row => row.privilege_type)).toEqual(['INSERT', 'SELECT'])
})
