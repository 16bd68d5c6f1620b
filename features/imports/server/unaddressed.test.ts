import { describe, expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import { check, dataOf, imported, previewOf, send, told, undo } from '#test/importing.ts'
import { proposedColumns } from '../fields.ts'

const { app, make, as } = startTestApp({ creatingRates: noCreatingRates })
type Call = Awaited<ReturnType<typeof as>>

/** A customer list as a laboratory's software exports it: hardly any addresses. */
const customers = [
  'Client;Adresse;CP;Ville;Tél;Prénom;Nom;E-mail',
  'Cabinet des Lilas;12 rue des Lilas;75011;Paris;0123456789;;;',
  'Dr Le Goff;3 quai du Port;29200;Brest;0298000000;Noé;Le Goff;',
  'Cabinet du Parc;1 place du Parc;35000;Rennes;;Ana;Petit;ana@parc.example',
].join('\n')
const head = 'Cabinet;CP;Prénom;Nom;E-mail'
const opened = async () => {
  const laboratory = await make.laboratory()
  return { laboratory, call: await as(await make.user(laboratory)) }
}
type Listed = { id: string; name: string; people: { name: string; accountType: string }[] }
const practicesOf = async (call: Call): Promise<Listed[]> => dataOf(await call('/api/staff/practices'))
const listed = async (call: Call) =>
  (await practicesOf(call)).map(({ name, people }) => [name, ...people.map(one => `${one.name} ${one.accountType}`)])
const faultsOf = async (call: Call, content: string, kind = 'practices') =>
  (await previewOf(call, content, kind)).preview.faults.map(
    ({ line, field, code }: Record<string, unknown>) => `${line} ${field} ${code}`,
  )

describe('a practice of which the file says no e-mail address', () => {
  it('comes with nobody, says so in the preview, and nobody is written to', async () => {
    const { laboratory, call } = await opened()
    const { preview } = await previewOf(call, customers, 'practices')
    expect(preview).toMatchObject({ added: 3, wrong: 0, unsaid: { unaddressed: 2, managers: 1, doctors: 0 } })
    expect(preview.rows[0].values).toMatchObject({ name: 'Cabinet des Lilas', person: '', email: '', practice: 'new' })
    await imported(call, customers, 'practices')
    expect(await listed(call)).toEqual([
      ['Cabinet des Lilas'],
      ['Cabinet du Parc', 'Ana Petit manager'],
      ['Dr Le Goff'],
    ])
    const [lilas] = await practicesOf(call)
    const page = await dataOf(await call(`/api/staff/practices/${lilas?.id}`))
    expect(page).toMatchObject({ address: '12 rue des Lilas', city: 'Paris', phone: '0123456789', people: [] })
    const mails = await openLaboratoryOf(app.api.services.database, laboratory.id, 'read', of =>
      listMails(of, { most: 50 }),
    )
    expect(mails.map(({ recipient }) => recipient)).toEqual(['ana@parc.example'])
  })

  it('is taken from a list without any column for people, and a second time stays as it is', async () => {
    const { call } = await opened()
    const list = 'Raison sociale;Code postal\nCabinet A;35000\nCabinet B;56000'
    expect((await imported(call, list, 'practices')).counts).toEqual({ added: 2, changed: 0, unchanged: 0 })
    const { preview } = await previewOf(call, list, 'practices')
    expect(preview).toMatchObject({ added: 0, unchanged: 2, wrong: 0, unsaid: { unaddressed: 0 } })
    expect((await previewOf(call, customers, 'practices')).preview.added).toBe(3)
  })

  it('is taken from a list with an address but no column for names, or empty cells under them, and no address is lost unseen', async () => {
    const { call } = await opened()
    const bare = 'Raison sociale;E-mail\nCabinet A;contact@a.example\nCabinet B;'
    const { columns, preview } = await previewOf(call, bare, 'practices')
    expect(columns).toEqual({ name: 0, email: 1 })
    expect(preview).toMatchObject({ added: 2, wrong: 0, unsaid: { unaddressed: 2, managers: 0 } })
    expect(preview.rows[0].values).toMatchObject({ person: '', email: '', unnamed: 'contact@a.example' })
    await imported(call, bare, 'practices')
    const unnamed = [head, 'Cabinet A;;;;contact@a.example', 'Cabinet C;;;;contact@c.example'].join('\n')
    expect((await imported(call, unnamed, 'practices')).counts).toEqual({ added: 1, changed: 0, unchanged: 1 })
    expect(await listed(call)).toEqual([['Cabinet A'], ['Cabinet B'], ['Cabinet C']])
    // In a practice with people, a new address belongs to another person, whose name is missing.
    await imported(call, [head, 'Cabinet C;;Cid;X;cid@c.example'].join('\n'), 'practices')
    expect(proposedColumns('practices', ['Nom', 'CP', 'E-mail'])).toEqual({ name: 0, postalCode: 1, email: 2 })
    const later = ['Cabinet C;;;;cid@c.example', 'Cabinet C;;;;dan@c.example']
    expect(await faultsOf(call, [head, ...later].join('\n'))).toEqual(['3 lastName required'])
  })

  it('is not given the same column for both names, which would call everybody twice', async () => {
    const { call } = await opened()
    const { id } = await dataOf(
      await send(call, 'Cabinet;Praticien;E-mail\nA;Ana Roux;ana@a.example', { kind: 'practices' }),
    )
    const both = { name: 0, firstName: 1, lastName: 1, email: 2 }
    expect(await told(await check(call, id, both))).toEqual([422, 'input_invalid', 'columns.lastName repeated'])
    const half = { name: 0, firstName: 1, email: 2 }
    expect(await told(await check(call, id, half))).toEqual([422, 'input_invalid', 'columns.lastName required'])
    expect((await check(call, id, { name: 0, email: 2 })).status).toBe(200)
  })

  it('has its manager in whoever comes first with an address, in the same file or a later one', async () => {
    const { call } = await opened()
    const same = [head, 'Cabinet A;35000;;;', 'Cabinet A;35000;Bea;X;bea@x.example']
    await imported(call, same.join('\n'), 'practices')
    await imported(call, [head, 'Cabinet B;56000;;;'].join('\n'), 'practices')
    await imported(call, [head, 'Cabinet B;56000;Cid;X;cid@x.example'].join('\n'), 'practices')
    expect(await listed(call)).toEqual([
      ['Cabinet A', 'Bea X manager'],
      ['Cabinet B', 'Cid X manager'],
    ])
  })

  it('loses nobody in silence: a person without an address in a practice that is there is wrong, as among people alone', async () => {
    const { laboratory, call } = await opened()
    await make.user(await make.practice(laboratory, { name: 'Cabinet A', postal_code: '35000' }))
    const lines = [
      'Cabinet A;35000;Bea;X;',
      'Cabinet B;1;Cid;X;cid@x.example',
      'Cabinet B;1;Dan;X;',
      'Cabinet A;35000;;;',
    ]
    expect(await faultsOf(call, [head, ...lines].join('\n'))).toEqual([
      '2 email address_missing',
      '4 email address_missing',
    ])
    expect(await faultsOf(call, [head, 'Cabinet A;35000;Bea;X;'].join('\n'), 'people')).toEqual(['2 email required'])
    expect(await faultsOf(call, [head, 'Cabinet C;1;Bea;;bea@x.example'].join('\n'))).toEqual(['2 lastName required'])
  })

  it('goes with its import, unless somebody has been added to it since', async () => {
    const { laboratory, call } = await opened()
    const { id } = await imported(call, [head, 'Cabinet A;1;;;', 'Cabinet B;1;;;'].join('\n'), 'practices')
    const added = (await practicesOf(call)).find(({ name }) => name === 'Cabinet B')
    await make.user({ id: added?.id ?? '', laboratory }, { first_name: 'Bea', last_name: 'X', title: '' })
    expect((await dataOf(await undo(call, id))).stays).toEqual([{ what: 'Cabinet B', because: 'in_use' }])
    expect((await practicesOf(call)).map(({ name }) => name)).toEqual(['Cabinet B'])
  })
})
