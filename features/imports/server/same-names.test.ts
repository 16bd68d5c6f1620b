import { describe, expect, it } from 'vitest'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import { apply, catalogue, dataOf, imports, send, told, undo } from '#test/importing.ts'

const { make, as } = startTestApp({ creatingRates: noCreatingRates })
type Call = Awaited<ReturnType<typeof as>>

const table = (...lines: string[]) => ['Référence;Famille;Nom;Délai;Prix HT;Dents;Teinte', ...lines].join('\n')
const ours = (reference: string, name: string, price = '149,00') =>
  `${reference};Nos fixes;${name};4;${price};obligatoire;obligatoire`
const lines = { lines: {} }

async function opened() {
  const laboratory = await make.laboratory()
  const first = await make.product(laboratory, {
    label_fr: 'Couronne zircone monolithique',
    name_one_fr: 'Couronne zircone',
    price_cents: null,
    lead_days: 6,
  })
  return { first, call: await as(await make.user(laboratory)) }
}
const lookAt = async (call: Call, id: string, columns: object, names: object) =>
  dataOf(await call(`${imports}/${id}/columns`, { method: 'PUT', body: { columns, needs: {}, names } }))
async function look(call: Call, content: string, names: object = lines) {
  const { id, columns } = await dataOf(await send(call, content))
  return { id, columns, preview: await lookAt(call, id, columns, names) }
}
type Product = { reference: string; labelFr: string; priceCents: number | null; leadDays: number; version: number }
const productsOf = async (call: Call): Promise<string[]> =>
  (await catalogue(call)).flatMap(({ products }: { products: Product[] }) =>
    products.map(one => `${one.reference} ${one.labelFr} ${one.priceCents} ${one.leadDays} v${one.version}`),
  )

describe('a product of a file that is called as one of the catalogue', () => {
  it('is answered by a reference that can be written down', async () => {
    const { call } = await opened()
    const { id, columns } = await look(call, table(ours('COU-10', 'Onlay')))
    const body = { columns, needs: {}, names: { lines: { '\ud800': 'add' } } }
    expect(await told(await call(`${imports}/${id}/columns`, { method: 'PUT', body }))).toEqual([
      422,
      'input_invalid',
      ' not_text',
    ])
  })

  it('is named beside it, and nothing is imported before somebody has said what becomes of it', async () => {
    const { first, call } = await opened()
    const { id, columns, preview } = await look(call, table(ours('COU-10', 'couronnes zircone monolithiques')))
    expect(preview).toMatchObject({ added: 1, changed: 0, wrong: 0 })
    expect(preview.unsaid.alike).toEqual({
      same: 1,
      open: 1,
      pairs: [
        {
          reference: 'COU-10',
          label: 'couronnes zircone monolithiques',
          known: { reference: first.reference, label: 'Couronne zircone monolithique' },
          isSame: true,
        },
      ],
    })
    expect(await told(await apply(call, id, preview, columns, { names: lines }))).toEqual([409, 'import_unsaid'])
  })

  it('gives that one its price and lead time: it keeps its reference, name and family, and has them back once undone', async () => {
    const { first, call } = await opened()
    const names = { same: 'take_over', lines: {} }
    const { id, columns, preview } = await look(call, table(ours('COU-10', 'Couronne zircone monolithique')), names)
    expect(preview).toMatchObject({
      ...{ added: 0, changed: 1, wrong: 0, unsaid: { alike: { same: 1, open: 0 } } },
      rows: [{ outcome: 'changed', values: { reference: first.reference, from: 'COU-10', priceCents: '14900' } }],
    })
    expect((await apply(call, id, preview, columns, { names })).status).toBe(200)
    expect(await productsOf(call)).toEqual([`${first.reference} Couronne zircone monolithique 14900 4 v2`])
    expect((await undo(call, id)).status).toBe(200)
    expect(await productsOf(call)).toEqual([`${first.reference} Couronne zircone monolithique null 6 v1`])
  })

  it('is another one where it is said so; what is called nearly so is another one unless it is said otherwise', async () => {
    const { first, call } = await opened()
    const content = table(ours('COU-10', 'Couronne zircone monolithique'), ours('COU-11', 'Couronne zircone'))
    const { columns, ...added } = await look(call, content, { same: 'add', lines: {} })
    expect(added.preview).toMatchObject({ added: 2, changed: 0, unsaid: { alike: { same: 1, open: 0 } } })
    const near = await look(call, table(ours('COU-11', 'Couronne zircone')))
    expect(near.preview).toMatchObject({
      added: 1,
      unsaid: { alike: { same: 0, open: 0, pairs: [{ isSame: false }] } },
    })
    const names = { lines: { 'COU-11': 'take_over' } }
    const preview = await lookAt(call, near.id, columns, names)
    expect(preview).toMatchObject({ added: 0, changed: 1 })
    expect(await told(await apply(call, near.id, preview, columns, { names: lines }))).toEqual([409, 'import_moved'])
    expect((await apply(call, near.id, preview, columns, { names })).status).toBe(200)
    expect(await productsOf(call)).toEqual([`${first.reference} Couronne zircone monolithique 14900 4 v2`])
  })

  it('is taken over once: a second line of that name is another product, a line with its reference says the same again', async () => {
    const { first, call } = await opened()
    const [one, other] = ['COU-10', 'COU-11'].map(reference => ours(reference, 'Couronne zircone monolithique'))
    const names = { same: 'take_over', lines: {} }
    expect((await look(call, table(one ?? '', other ?? ''), names)).preview).toMatchObject({ added: 1, changed: 1 })
    const own = ours(first.reference, 'Couronne zircone monolithique', '99')
    expect((await look(call, table(one ?? '', own), names)).preview.faults).toMatchObject([
      { line: 3, field: 'reference', code: 'repeated' },
    ])
    expect((await look(call, table(own, one ?? ''), names)).preview).toMatchObject({ added: 1, changed: 1 })
  })

  it('is not asked about where that one is no longer offered', async () => {
    const { first, call } = await opened()
    const [{ products }] = await catalogue(call)
    const { reference: _r, changedAt: _at, changedBy: _by, ...facts } = products[0]
    const body = { ...facts, isRetired: true }
    await call(`/api/staff/catalogue/products/${first.reference}`, { method: 'PUT', body })
    const { preview } = await look(call, table(ours('COU-10', 'Couronne zircone monolithique')))
    expect(preview.unsaid.alike).toEqual({ same: 0, open: 0, pairs: [] })
  })
})
