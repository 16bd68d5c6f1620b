import { describe, expect, it } from 'vitest'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import { dataOf, imported, previewOf } from '#test/importing.ts'

const { make, as } = startTestApp({ creatingRates: noCreatingRates })
type Call = Awaited<ReturnType<typeof as>>

const table = (...lines: string[]) => ['Cabinet;CP;Prénom;Nom;E-mail;Rôle;Tournées', ...lines].join('\r\n')

async function opened() {
  const laboratory = await make.laboratory()
  return { laboratory, call: await as(await make.user(laboratory)) }
}
type Listed = { name: string; people: { name: string; accountType: string }[] }
/** Practices with their people, in short. */
async function listed(call: Call) {
  const practices: Listed[] = await dataOf(await call('/api/staff/practices'))
  return practices.map(({ name, people }) => [name, ...people.map(one => `${one.name} ${one.accountType}`)])
}
const faultsOf = async (call: Call, ...lines: string[]) => {
  const { preview } = await previewOf(call, table(...lines), 'practices')
  return preview.faults.map(({ line, field, code }: Record<string, unknown>) => `${line} ${field} ${code}`)
}

describe('practices from a file', () => {
  it('have no manager by that rule of whom the file says that they see no invoices: somebody else stands first', async () => {
    const { laboratory, call } = await opened()
    await make.practice(laboratory, { name: 'Cabinet C' })
    const faults = await faultsOf(
      call,
      'Cabinet A;1;Ana;X;ana@x.example;Praticien sans factures;',
      'Cabinet A;1;Bea;X;bea@x.example;dentiste;',
      'Cabinet A;1;Cid;X;cid@x.example;gérante;',
      'Cabinet B;1;Dan;X;dan@x.example;;',
      'Cabinet B;1;Eve;X;eve@x.example;praticienne sans factures;',
      'Cabinet C;;Fay;X;fay@x.example;doctor without invoices;',
    )
    expect(faults).toEqual(['2 role manager_sees_invoices', '4 role manager_first', '7 role manager_sees_invoices'])
    expect(
      await faultsOf(call, 'Cabinet A;1;Ana;X;;;', 'Cabinet A;1;Ana;X;ana@x.example;Praticien sans factures;'),
    ).toEqual(['3 role manager_sees_invoices'])
    const right = [
      'Cabinet A;1;Cid;X;cid@x.example;gérante;',
      'Cabinet A;1;Ana;X;ana@x.example;Praticien sans factures;',
    ]
    await imported(call, table(...right), 'practices')
    expect(await listed(call)).toEqual([['Cabinet A', 'Cid X manager', 'Ana X doctor'], ['Cabinet C']])
  })

  it('name each manager of whom the file says something else, however many lines are shown', async () => {
    const { call } = await opened()
    const lines = Array.from({ length: 14 }, (_, at) => {
      const role = at === 12 ? 'Dentiste' : at === 11 ? '' : 'gérant'
      return `Cabinet ${at};1;Ana;X;a${at}@x.example;${role};`
    })
    const { preview } = await previewOf(call, table(...lines), 'practices')
    expect(preview.rows.map(({ line }: { line: number }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14])
    expect(preview.rows.at(-1)).toMatchObject({ values: { role: 'manager', roleSaid: 'Dentiste' } })
  })
})
