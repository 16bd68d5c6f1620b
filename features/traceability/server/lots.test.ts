import { describe, expect, it } from 'vitest'
import { dayInZone } from '#kit/day.ts'
import { refusalOf, startBenchTests } from '#test/at-the-bench.ts'
import { waitedFor } from '#test/waited-for.ts'

const { make, house, crown, bench } = startBenchTests()
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
    const lot = await make.lot(house.laboratory, values)
    expect(await refusalOf(await use(order.id, [lot.id]))).toEqual([409, code])
    expect((await sheet(order.id)).products[0]?.materials).toEqual([])
    await expect(
      make.insert(house.laboratory.id, 'order_product_materials', {
        brand_id: house.laboratory.id,
        practice_id: house.practice.id,
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
    const lot = await make.lot(house.laboratory, { expires_on: today(), material })
    expect((await (await bench()).use(order.id, [lot.id])).status).toBe(204)
  })

  it('of another laboratory is unknown', async () => {
    const order = await crown()
    const lot = await make.lot(await make.laboratory())
    expect(await refusalOf(await (await bench()).use(order.id, [lot.id]))).toEqual([422, 'lot_unknown'])
  })

  it('blocked while somebody takes it, is refused once the block stands', async () => {
    const order = await crown()
    const lot = await make.lot(house.laboratory)
    const { use } = await bench()
    let using: Promise<Response> | undefined
    await make.within(house.laboratory.id, async client => {
      await client.query(
        `update material_lots set state = 'blocked', blocked_because = 'Rappel', blocked_by = $2,
           blocked_by_name = 'Mme Roy', blocked_at = now() where id = $1`,
        [lot.id, house.technician.id],
      )
      using = use(order.id, [lot.id])
      await waitedFor(client)
    })
    expect(using && (await refusalOf(await using))).toEqual([409, 'lot_blocked'])
  })

  it('corrected to be over while somebody takes it, is refused as soon as that stands', async () => {
    const order = await crown()
    const lot = await make.lot(house.laboratory, { expires_on: '2099-01-31' })
    const { use } = await bench()
    let using: Promise<Response> | undefined
    await make.within(house.laboratory.id, async client => {
      await client.query(`update material_lots set expires_on = '2026-01-31' where id = $1`, [lot.id])
      using = use(order.id, [lot.id])
      await waitedFor(client)
    })
    expect(using && (await refusalOf(await using))).toEqual([409, 'lot_expired'])
  })

  it('that was used before it was over stays where it is, and others may be added beside it', async () => {
    const order = await crown()
    const { use, sheet } = await bench()
    const [former, other] = [
      await make.lot(house.laboratory, { expires_on: '2099-01-31' }),
      await make.lot(house.laboratory),
    ]
    await use(order.id, [former.id])
    await make.within(house.laboratory.id, client =>
      client.query(`update material_lots set expires_on = '2026-01-31' where id = $1`, [former.id]),
    )
    expect((await use(order.id, [former.id, other.id])).status).toBe(204)
    expect((await sheet(order.id)).products[0]?.materials.map(({ lotId }) => lotId)).toEqual([former.id, other.id])
  })
})
