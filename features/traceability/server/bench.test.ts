import { describe, expect, it } from 'vitest'
import { refusalOf, startBenchTests } from '#test/at-the-bench.ts'
import { readPdf } from '#test/pdf.ts'
import { waitedFor } from '#test/waited-for.ts'

const { make, as, house, crown, bench, block } = startBenchTests()

describe('the sheet at the bench', () => {
  it('says what is missing before it can be signed, in the order in which one does it', async () => {
    const order = await crown()
    const { use, check, sign, sheet } = await bench()
    const gaps = async () => (await sheet(order.id)).gaps
    expect(await gaps()).toEqual([{ code: 'materials_missing', caseSequence: 1 }, { code: 'release_check_missing' }])
    await use(order.id, [(await make.lot(house.laboratory)).id])
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
    await make.within(house.laboratory.id, client =>
      client.query(`update order_products set shade = 'B1' where order_id = $1`, [order.id]),
    )
    expect(await refusalOf(await check(changedAt))).toEqual([409, 'changed_meanwhile'])
    expect((await check((await sheet(order.id)).changedAt)).status).toBe(201)
  })

  it('is to be signed again where something else is made of it after the signature', async () => {
    const order = await crown()
    const { use, check, sign, sheet } = await bench()
    await use(order.id, [(await make.lot(house.laboratory)).id])
    await check(order.id)
    expect((await sign(order.id)).status).toBe(201)
    const isSigned = async (change?: string) =>
      make.within(house.laboratory.id, async client => {
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
    await make.within(house.laboratory.id, client =>
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
    await use(order.id, [(await make.lot(house.laboratory)).id])
    await check(order.id)
    expect((await sign(order.id)).status).toBe(201)
    await make.within(house.laboratory.id, async client => {
      for (const step of steps)
        await client.query('update orders set status = $2, is_signed = false where id = $1', [order.id, step])
    })
    expect(await sheet(order.id)).toMatchObject({ isChanged: false })
  })

  it('is checked anew where something else is made of it since: who has looked has looked at what it was then', async () => {
    const order = await crown()
    const { use, check, sign, sheet } = await bench()
    await use(order.id, [(await make.lot(house.laboratory)).id])
    await check(order.id)
    expect((await sheet(order.id)).gaps).toEqual([])
    const change = (columns: string) =>
      make.within(house.laboratory.id, client =>
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
    const signing = make.within(house.laboratory.id, async client => {
      await client.query('select tenant.set_context($1, null, $2, $3)', [
        house.laboratory.id,
        house.technician.id,
        'staff',
      ])
      await client.query(
        `insert into traceability_statements (brand_id, practice_id, order_id, number, version, content_version, content,
           signed_by, signed_by_name, kept_until) values ($1, $2, $3, $4, 1, 2, '{}', $5, 'Mme Roy', current_date)`,
        [house.laboratory.id, house.practice.id, order.id, 'FT-99-0001', house.technician.id],
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
    await use(order.id, [(await make.lot(house.laboratory)).id])
    await check(order.id)
    await sign(order.id)
    await use(order.id, [(await make.lot(house.laboratory)).id])
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
      const [wrong, right] = [await make.lot(house.laboratory), await make.lot(house.laboratory)]
      await use(order.id, [wrong.id])
      await check(order.id)
      await sign(order.id)
      const isSigned = async () =>
        (
          await make.within(house.laboratory.id, client =>
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
      // What an earlier version has named nobody holds any more.
      await use(order.id, [])
      expect([await foundBy(wrong), await foundBy(right)]).toEqual([[], [order.code]])
    },
  )

  it('is found by a recall of what was signed, though its material is called otherwise by then and the case is on hold', async () => {
    const order = await crown()
    const { call, use, check, sign } = await bench()
    const wrong = await make.lot(house.laboratory)
    await use(order.id, [wrong.id])
    await check(order.id)
    await sign(order.id)
    await use(order.id, [(await make.lot(house.laboratory)).id])
    await make.within(house.laboratory.id, client =>
      client.query(
        `update materials set name = name || ' (ancien)' where id = (select material_id from material_lots where id = $1)`,
        [wrong.id],
      ),
    )
    const held = { status: 'on_hold', hold: { reason: 'other', question: 'Quelle teinte ?' } }
    expect((await call(`/api/staff/orders/${order.id}/status`, { body: held })).status).toBe(204)
    const { data } = await (await call(`/api/staff/lots/${wrong.id}`)).json()
    expect(data.cases).toMatchObject([{ code: order.code, status: 'on_hold' }])
  })

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
    await use(order.id, [(await make.lot(house.laboratory)).id])
    await check(order.id)
    await sign(order.id)
    expect((await sites([id])).status).toBe(204)
    expect(await sheet(order.id)).toMatchObject({ isChanged: false, subcontractors: [{ id }] })
    const waits = async () =>
      (
        await make.within(house.laboratory.id, client =>
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
    const lot = await make.lot(house.laboratory)
    await use(order.id, [lot.id])
    await check(order.id)
    let signing: Promise<Response> | undefined
    await make.within(house.laboratory.id, async client => {
      await client.query(
        `update material_lots set state = 'blocked', blocked_because = 'Rappel', blocked_by = $2,
           blocked_by_name = 'Mme Roy', blocked_at = now() where id = $1`,
        [lot.id, house.technician.id],
      )
      signing = sign(order.id)
      await waitedFor(client)
    })
    expect(signing && (await refusalOf(await signing))).toEqual([409, 'lot_blocked'])
    expect((await sheet(order.id)).gaps).toEqual([{ code: 'lot_blocked', caseSequence: 1 }])
  })

  it('offers what was taken last for such a product, as far as it may still be taken', async () => {
    const own = await make.practice(house.laboratory)
    const { use, sheet } = await bench()
    const [good, bad] = [await make.lot(house.laboratory), await make.lot(house.laboratory)]
    await use((await crown({}, own)).id, [good.id, bad.id])
    await block(bad.id)
    const next = await crown({}, own)
    expect((await sheet(next.id)).products[0]?.lastUsed.map(({ id }) => id)).toEqual([good.id])
  })

  it('replaces nothing that a colleague has entered since it was looked at', async () => {
    const order = await crown()
    const { use, sheet } = await bench()
    const [mine, theirs] = [await make.lot(house.laboratory), await make.lot(house.laboratory)]
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
    await use(order.id, [(await make.lot(house.laboratory)).id])
    await check(order.id)
    await sign(order.id)
    const reader = await as(await make.user(house.practice))
    const answer = await reader(`/api/orders/${order.id}/traceability-sheet`)
    const { text } = await readPdf(new Uint8Array(await answer.arrayBuffer()))
    // The laboratory prints the same sheet for the box; a driver has no business with it.
    const printed = await call(`/api/staff/orders/${order.id}/traceability-sheet`)
    expect([printed.status, printed.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await readPdf(new Uint8Array(await printed.arrayBuffer()))).text).toContain('Fraisage du Rhône')
    const driver = await as(await make.user(house.laboratory, { role: 'driver' }))
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

it('the runtime role cannot sign without a check, whatever it is asked', async () => {
  const { rows } = await make.within(house.laboratory.id, client =>
    client.query(
      `select privilege_type from information_schema.role_table_grants
       where grantee = 'arcade_app' and table_name = 'release_checks' order by 1`,
    ),
  )
  expect(rows.map(row => row.privilege_type)).toEqual(['INSERT', 'SELECT'])
})
