import { expect, it } from 'vitest'
import { gapsOf } from '#features/ordering/rules.ts'
import { catalogueOf } from './catalogue.ts'
import { Random } from './random.ts'
import { makeWork } from './works.ts'

it('asks for nothing that the form would refuse, so that it can be repeated', () => {
  const random = new Random('works')
  const catalogue = [...catalogueOf('email').values()]
  const clock = { now: new Date(), timeZone: 'Europe/Paris' }
  const ordered = new Set<string>()
  for (let count = 0; count < 2000; count++) {
    const { parts } = makeWork(random)
    const products = parts.map(part => ({
      reference: part.product.reference,
      quantity: part.quantity,
      teeth: part.teeth,
      pontics: part.pontics,
      sector: part.sector ?? undefined,
      shade: part.shade ?? undefined,
      complementaryShade: part.complementaryShade ?? undefined,
      implant: part.implant ?? undefined,
    }))
    const order = { patientCode: 'P', prescriberName: 'Dr Anne Leroy', printType: 'optical' as const, products }
    expect(gapsOf(order, catalogue, clock, [])).toEqual([])
    for (const { reference } of products) ordered.add(reference)
  }
  expect(ordered.size).toBeGreaterThan(20)
})
