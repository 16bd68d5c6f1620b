import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { post } from '#test/billing.ts'
import { breachesOf } from '#test/en16931.ts'
import { documentOf, startIssuing } from '#test/issuing.ts'
import { readArchive } from '#test/pdf-archive.ts'
import { today } from '#test/today.ts'

const { make, laboratoryThatIssues } = startIssuing()

describe('whatever is issued', () => {
  it('follows the rules and says what the ledger says: mixed VAT, discounts, works for nothing, credits of some lines', async () => {
    const { laboratory, practice, accounting } = await laboratoryThatIssues()
    const ofOrders = { brand_id: laboratory.id, practice_id: practice.id }
    const priced = fc.record({
      price_cents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99_999 })),
      vat: fc.constantFrom('exempt', 'standard'),
    })
    const catalogue = await Promise.all(
      fc.sample(priced, { numRuns: 12, seed: 7 }).map(values => make.product(laboratory, values)),
    )
    const anyCase = fc.array(
      fc.record({ product: fc.constantFrom(...catalogue), quantity: fc.integer({ min: 1, max: 12 }) }),
      { minLength: 1, maxLength: 6 },
    )
    const asked = fc.record({
      cases: fc.array(anyCase, { minLength: 1, maxLength: 4 }),
      discount: fc.constantFrom(0, 0, 1, 333, 1_250, 5_000, 10_000),
    })
    const xmlOf = async (id: string) => {
      const { bytes } = await documentOf(accounting, id, '/api/staff/invoices')
      return (await readArchive(bytes)).attachments[0]?.text ?? ''
    }
    const dataOf = async (path: string, body?: object) => {
      const response = await accounting(path, body && post(body))
      expect(response.status, await response.clone().text()).toBeLessThan(300)
      return (await response.json()).data
    }
    for (const { cases, discount } of fc.sample(asked, { numRuns: 8, seed: 16_931 })) {
      const orderIds: string[] = []
      for (const [day, lines] of cases.entries()) {
        const { id } = await make.order(practice, { status: 'delivered', total_cents: 1 })
        orderIds.push(id)
        const of = { ...ofOrders, order_id: id }
        const at = `${addDays(today, -day - 1)}T10:00:00Z`
        await make.insert(laboratory.id, 'order_events', { ...of, sequence: 1, status: 'delivered', at })
        for (const [index, { product, quantity }] of lines.entries())
          await make.insert(laboratory.id, 'order_products', {
            ...of,
            case_sequence: index + 1,
            reference: product.reference,
            product_version: product.version,
            label_fr: 'Œuvre <&> 2,5\u202f%',
            label_en: 'Work',
            quantity,
          })
      }
      const { ids } = await dataOf('/api/staff/invoices', {
        practiceId: practice.id,
        orderIds,
        type: 'invoice',
        discount,
      })
      const issued = await dataOf(`/api/staff/invoices/${ids[0]}`)
      const xml = await xmlOf(ids[0])
      expect(breachesOf(xml)).toEqual([])
      const total = (issued.amountCents / 100).toFixed(2)
      expect(xml).toContain(`<ram:GrandTotalAmount>${total}</ram:GrandTotalAmount>`)
      const some = issued.lines.filter((_: unknown, index: number) => index % 2 === 0)
      const credit = await dataOf(`/api/staff/invoices/${ids[0]}/credit`, {
        positions: some.map(({ position }: { position: number }) => position),
        reason: 'Refait',
      })
      const ofCredit = await xmlOf(credit.ids[0])
      expect(breachesOf(ofCredit)).toEqual([])
      expect(ofCredit).toContain(`<ram:IssuerAssignedID>${issued.pieceCode}</ram:IssuerAssignedID>`)
    }
  })
})
