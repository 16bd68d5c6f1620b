import { beforeAll } from 'vitest'
import type { BenchSheet } from '#features/traceability/contract.ts'
import { problemOf, startTestApp } from './harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from './make.ts'

/** A laboratory with a technician and a practice, made before the first test, and what the bench does there. */
export function startBenchTests() {
  const { make, as } = startTestApp()
  const house = {} as { laboratory: TestLaboratory; practice: TestPractice; technician: TestUser }
  beforeAll(async () => {
    house.laboratory = await make.laboratory({ address: '8 rue de l’Atelier', postal_code: '69003', city: 'Lyon' })
    house.practice = await make.practice(house.laboratory)
    const roy = { role: 'production', title: 'Mme', first_name: 'Inès', last_name: 'Roy' }
    house.technician = await make.user(house.laboratory, roy)
  })

  async function crown(values: Record<string, unknown> = {}, of = house.practice) {
    const order = await make.order(of, { status: 'in_production', ...values })
    await make.orderLine(of, order.id, 'FIX-101', { teeth: [26] })
    return order
  }

  async function bench() {
    const call = await as(house.technician)
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

  const block = (lotId: string) =>
    make.within(house.laboratory.id, client =>
      client.query(
        `update material_lots set state = 'blocked', blocked_because = 'Rappel', blocked_by = $2, blocked_by_name = 'Mme Roy',
           blocked_at = now() where id = $1`,
        [lotId, house.technician.id],
      ),
    )
  return { make, as, house, crown, bench, block }
}

export const refusalOf = async (answer: Response) => [answer.status, (await problemOf(answer)).code]
