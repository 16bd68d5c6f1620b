import { describe, expect, it } from 'vitest'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { listMails } from '#tenancy/server/outbox-sql.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import {
  apply,
  bridge,
  catalogue,
  check,
  crown,
  dataOf,
  imported,
  imports,
  previewOf,
  send,
  table,
  told,
} from '#test/importing.ts'
import type { TestLaboratory } from '#test/make.ts'

const { app, make, as } = startTestApp({ creatingRates: noCreatingRates })
type Call = Awaited<ReturnType<typeof as>>

async function opened() {
  const laboratory = await make.laboratory()
  const staff = await make.user(laboratory)
  return { laboratory, staff, call: await as(staff) }
}
const look = async (call: Call, content: string, { kind = 'products', needs = {} } = {}) => {
  const { id, columns } = await dataOf(await send(call, content, { kind }))
  return { id, columns, preview: await dataOf(await check(call, id, columns, needs)) }
}
/** Each line with its VAT, which is asked otherwise. */
const exempt = (head: string, lines: string[]) => [`${head};TVA`, ...lines.map(line => `${line};0`)].join('\r\n')
const bare = (...lines: string[]) => exempt('Référence;Famille;Nom;Délai;Prix HT', lines)
const splint = 'GOU-1;Gouttières;Gouttière occlusale;4;79'
const guard = 'GOU-2;gouttières;Protège-dents;4;65'
const needsOf = async (call: Call) =>
  (await catalogue(call)).flatMap(({ products }: { products: Record<string, string>[] }) =>
    products.map(({ reference, teeth, sector, shade }) => [reference, teeth, sector, shade].join(' ')),
  )

describe('a file is shown as it would be', () => {
  it('with the first lines that are new and that change something, what they were, and what the file does not say', async () => {
    const { call } = await opened()
    await imported(call, table(crown, bridge))
    const { preview } = await look(call, table('COU-10;Fixe;Couronne;6;155;oui', bridge, 'COU-11;Fixe;Onlay;7;;oui'))
    expect(preview).toMatchObject({ added: 1, changed: 1, unchanged: 1, wrong: 0 })
    expect(preview.rows).toMatchObject([
      {
        line: 2,
        outcome: 'changed',
        values: { reference: 'COU-10', labelFr: 'Couronne', priceCents: '15500', teeth: 'required' },
        before: { labelFr: 'Couronne zircone', priceCents: '14900' },
        assumed: [],
      },
      {
        line: 4,
        outcome: 'added',
        values: { reference: 'COU-11', family: 'Fixe', leadDays: '7', priceCents: '' },
        before: {},
        assumed: ['sector', 'shade', 'implant', 'vat'],
      },
    ])
  })

  it('ten lines of each at most, and what is wrong up to 500', async () => {
    const { call } = await opened()
    const many = Array.from({ length: 30 }, (_, index) => `P-${index};Fixe;Couronne;6;1;oui`)
    const wrong = Array.from({ length: 510 }, () => ';Fixe;Couronne;6;1;oui')
    const { preview } = await look(call, table(...many, ...wrong))
    expect(preview).toMatchObject({ added: 30, wrong: 510 })
    expect([preview.rows.length, preview.faults.length]).toEqual([10, 500])
  })
})

describe('what neither the file nor the catalogue says of a product', () => {
  it('is as in the family of the same name', async () => {
    const { call } = await opened()
    const asked = 'Référence;Famille;Nom;Délai;Dents;Arcade;Teinte'
    await imported(call, [asked, 'GOU-0;Gouttières;Gouttière;4;non;oui;non'].join('\n'))
    const { preview } = await look(call, bare(splint))
    expect(preview.unsaid.families).toEqual([])
    await imported(call, bare(splint))
    expect(await needsOf(call)).toEqual(['GOU-0 none required none', 'GOU-1 none required none'])
  })

  it('is asked for by family where that is new, and nothing is imported before it is answered', async () => {
    const { call } = await opened()
    const { id, columns, preview } = await look(call, bare(splint, guard, 'COU-1;Fixe;Couronne;6;1'))
    expect(preview.unsaid).toMatchObject({
      families: [
        { name: 'Gouttières', products: 2 },
        { name: 'Fixe', products: 1 },
      ],
      managers: 0,
      doctors: 0,
    })
    expect(await told(await apply(call, id, preview, columns))).toEqual([409, 'import_unsaid'])
    expect(await catalogue(call)).toEqual([])
    const needs = { Gouttières: 'sector', Fixe: 'teeth', constructor: 'nothing' }
    const again = await dataOf(await check(call, id, columns, needs))
    expect(again.rows[0].values).toMatchObject({ sector: 'required', teeth: 'none', shade: 'none' })
    // Something else was answered in another window.
    const other = { needs: { ...needs, Fixe: 'teeth_shade' } }
    expect(await told(await apply(call, id, again, columns, other))).toEqual([409, 'import_moved'])
    expect((await apply(call, id, again, columns, { needs })).status).toBe(200)
    expect(await needsOf(call)).toEqual([
      'GOU-1 none required none',
      'GOU-2 none required none',
      'COU-1 required none none',
    ])
  })
})

describe('the working days of products of which no column says them, as a price list does', () => {
  const prices = (...lines: string[]) => exempt('Réf;Famille;Désignation;Prix HT', lines)
  const list = prices('GOU-1;Gouttières;Gouttière occlusale;79', 'COU-1;Fixe;Couronne;149', 'COU-2;Fixe;Onlay;90')
  const needs = { Gouttières: 'sector', Fixe: 'teeth_shade' }
  const checkWith = async (call: Call, id: string, columns: object, answers: object) =>
    dataOf(await call(`${imports}/${id}/columns`, { method: 'PUT', body: { columns, ...answers } }))
  const leadsOf = async (call: Call) =>
    (await catalogue(call)).flatMap(({ products }: { products: { reference: string; leadDays: number }[] }) =>
      products.map(({ reference, leadDays }) => `${reference} ${leadDays}`),
    )

  it('are asked for by family, and nothing is imported before they are answered', async () => {
    const { call } = await opened()
    const { id, columns, preview } = await look(call, list, { needs })
    expect(preview).toMatchObject({ added: 3, wrong: 0 })
    expect(preview.unsaid.leads).toEqual([
      { name: 'Gouttières', products: 1 },
      { name: 'Fixe', products: 2 },
    ])
    expect(preview.rows[0]).toMatchObject({ values: { leadDays: '' }, assumed: expect.arrayContaining(['leadDays']) })
    expect(await told(await apply(call, id, preview, columns, { needs }))).toEqual([409, 'import_unsaid'])
    const leads = { Gouttières: 4, Fixe: 6 }
    const again = await checkWith(call, id, columns, { needs, leads: { ...leads, Anciennes: 9 } })
    expect(again.rows[0].values.leadDays).toBe('4')
    const other = { needs, leads: { ...leads, Fixe: 7 } }
    expect(await told(await apply(call, id, again, columns, other))).toEqual([409, 'import_moved'])
    expect((await apply(call, id, again, columns, { needs, leads })).status).toBe(200)
    expect(await leadsOf(call)).toEqual(['GOU-1 4', 'COU-1 6', 'COU-2 6'])
  })

  it('stay what they are where the products are there, by their reference or their name', async () => {
    const { call } = await opened()
    await imported(call, bare('COU-1;Fixe;Couronne;6;149', 'FIX-9;Fixe;Onlay;8;90'))
    const { id, columns, preview } = await look(call, prices('COU-1;Fixe;Couronne;155', 'ON-1;Fixe;Onlay;95'))
    expect(preview.unsaid).toMatchObject({ leads: [{ name: 'Fixe', products: 1 }], alike: { same: 1, open: 1 } })
    const names = { same: 'take_over' }
    const again = await checkWith(call, id, columns, { names })
    expect(again.unsaid.leads).toEqual([])
    expect((await apply(call, id, again, columns, { names })).status).toBe(200)
    expect(await leadsOf(call)).toEqual(['COU-1 6', 'FIX-9 8'])
  })
})

const people = 'Cabinet;Prénom;Nom;E-mail;Rôle'
const lilas = (...lines: string[]) => [people, ...lines].join('\n')
const ana = 'Cabinet A;Ana;Roux;ana@a.example;'
const bea = 'Cabinet A;Bea;Roux;bea@a.example;'
const cid = 'Cabinet B;Cid;Roux;cid@b.example;gérant'
const recipientsOf = async ({ id }: TestLaboratory) =>
  (await openLaboratoryOf(app.api.services.database, id, 'read', laboratory => listMails(laboratory, { most: 50 })))
    .map(({ recipient }) => recipient)
    .toSorted()
const listed = async (call: Call) => dataOf(await call('/api/staff/practices'))

describe('a person without a role', () => {
  it('is nobody’s manager before somebody has said that this is right', async () => {
    const { call } = await opened()
    const { id, columns, preview } = await previewOf(call, lilas(ana, bea, cid), 'practices')
    expect(preview.unsaid).toMatchObject({ families: [], managers: 1, doctors: 1 })
    expect(
      preview.rows.map(({ values, assumed }: { values: object; assumed: string[] }) => ({ ...values, assumed })),
    ).toMatchObject([
      { person: 'Ana Roux', email: 'ana@a.example', role: 'manager', practice: 'new', assumed: ['role'] },
      { person: 'Bea Roux', role: 'doctor', assumed: ['role'] },
      { person: 'Cid Roux', role: 'manager', assumed: [] },
    ])
    const answers = { areRolesTaken: false }
    expect(await told(await apply(call, id, preview, columns, answers))).toEqual([409, 'import_unsaid'])
    expect(await listed(call)).toEqual([])
    expect((await apply(call, id, preview, columns)).status).toBe(200)
  })

  it('is not asked about where the file says it of everybody', async () => {
    const { call } = await opened()
    const { id, columns, preview } = await previewOf(call, lilas(cid), 'practices')
    expect((await apply(call, id, preview, columns, { areRolesTaken: false })).status).toBe(200)
  })
})

describe('invitations of an import', () => {
  const later = { invitations: undefined }

  it('wait where nobody says that they leave now; all of them then leave in one press, once', async () => {
    const { laboratory, call } = await opened()
    const { id, columns, preview } = await previewOf(call, lilas(ana, bea, cid), 'practices')
    await apply(call, id, preview, columns, later)
    expect(await recipientsOf(laboratory)).toEqual([])
    const uninvited = async () => (await dataOf(await call(imports)))[0].uninvited
    expect(await uninvited()).toBe(3)
    const press = async () => dataOf(await call(`${imports}/${id}/invitations`, { method: 'POST' }))
    const both = await Promise.all([press(), press()])
    expect(both.map(({ invited }) => invited).toSorted()).toEqual([0, 3])
    expect(await recipientsOf(laboratory)).toEqual(['ana@a.example', 'bea@a.example', 'cid@b.example'])
    expect(await uninvited()).toBe(0)
  })

  it('are not spoken of where no mail leaves', async () => {
    const { call } = await opened()
    expect(await (await call(imports)).json()).toEqual({ data: [], areMailsSent: false })
  })

  it('leave from the practice’s page too, for those of it whom nobody has invited', async () => {
    const { laboratory, call } = await opened()
    const { id, columns, preview } = await previewOf(call, lilas(ana, bea, cid), 'practices')
    await apply(call, id, preview, columns, later)
    const [practice] = await listed(call)
    const press = () => call(`/api/staff/practices/${practice.id}/invitations`, { method: 'POST' })
    const answers = await Promise.all([press(), press()])
    expect((await Promise.all(answers.map(dataOf))).map(({ invited }) => invited).toSorted()).toEqual([0, 2])
    expect(await recipientsOf(laboratory)).toEqual(['ana@a.example', 'bea@a.example'])
    // A person whose link has expired is invited again; one who has a password is not.
    await make.within(laboratory.id, async client => {
      await client.query("update password_links set expires_at = now() - interval '1 minute'")
      await client.query("update users set password_hash = '$argon2id$mine' where login = 'bea@a.example'")
    })
    expect((await dataOf(await press())).invited).toBe(1)
    await call(`/api/staff/practices/${practice.id}/access`, { body: { isDisabled: true } })
    expect(await told(await press())).toEqual([409, 'practice_disabled'])
  })

  it('are nobody else’s: of another laboratory’s import and practice nobody is invited', async () => {
    const { laboratory, call } = await opened()
    const { id, columns, preview } = await previewOf(call, lilas(ana), 'practices')
    await apply(call, id, preview, columns, later)
    const [practice] = await listed(call)
    const { call: stranger } = await opened()
    expect(await told(await stranger(`${imports}/${id}/invitations`, { method: 'POST' }))).toEqual([404, 'not_found'])
    const answer = await stranger(`/api/staff/practices/${practice.id}/invitations`, { method: 'POST' })
    expect(await told(answer)).toEqual([404, 'not_found'])
    expect(await recipientsOf(laboratory)).toEqual([])
  })
})

describe('the VAT of products of which the file does not say it', () => {
  const needs = { Orthèses: 'sector', Fixe: 'teeth_shade' }
  const list = ['Réf;Famille;Désignation;Prix HT;Délai', 'GOU-2;Orthèses;Gouttière de bruxisme;95;4']
  const withVat = (...lines: string[]) => ['Réf;Famille;Désignation;Prix HT;Délai;TVA', ...lines].join('\r\n')
  const vatsOf = async (call: Call) =>
    (await catalogue(call)).flatMap(({ products }: { products: { reference: string; vat: string }[] }) =>
      products.map(({ reference, vat }) => `${reference} ${vat}`),
    )

  it('is asked by family where no column says it, never taken for exempt, and nothing is imported before', async () => {
    const { call } = await opened()
    const { id, columns, preview } = await look(call, list.join('\r\n'), { needs })
    expect(preview.unsaid.vats).toEqual([{ name: 'Orthèses', products: 1 }])
    expect(preview.rows[0]).toMatchObject({ values: { vat: '' }, assumed: expect.arrayContaining(['vat']) })
    expect(await told(await apply(call, id, preview, columns, { needs }))).toEqual([409, 'import_unsaid'])
    const vats = { Orthèses: 'standard' }
    const again = await dataOf(await check(call, id, columns, needs, { vats: { ...vats, Anciennes: 'exempt' } }))
    expect(again.rows[0]).toMatchObject({ values: { vat: 'standard' }, assumed: expect.arrayContaining(['vat']) })
    const other = { needs, vats: { Orthèses: 'exempt' } }
    expect(await told(await apply(call, id, again, columns, other))).toEqual([409, 'import_moved'])
    expect((await apply(call, id, again, columns, { needs, vats })).status).toBe(200)
    expect(await vatsOf(call)).toEqual(['GOU-2 standard'])
  })

  it('is asked for the lines whose cell is empty alone, where others say it', async () => {
    const { call } = await opened()
    const lines = ['GOU-1;Orthèses;Gouttière;79;4;', 'GOU-2;Orthèses;Écarteur;95;4;20', 'COU-1;Fixe;Couronne;149;6;0']
    const { id, columns } = await look(call, withVat(...lines), { needs })
    const vats = { Orthèses: 'exempt' }
    const preview = await dataOf(await check(call, id, columns, needs, { vats }))
    expect(preview.unsaid.vats).toEqual([{ name: 'Orthèses', products: 1 }])
    expect(preview.rows.map(({ assumed }: { assumed: string[] }) => assumed.includes('vat'))).toEqual([
      true,
      false,
      false,
    ])
    expect((await apply(call, id, preview, columns, { needs, vats })).status).toBe(200)
    expect(await vatsOf(call)).toEqual(['GOU-1 exempt', 'GOU-2 standard', 'COU-1 exempt'])
  })

  it('stays what it is where the products are there, whether the file has no column for it or an empty cell', async () => {
    const { call } = await opened()
    await imported(call, withVat('GOU-1;Orthèses;Gouttière;79;4;20'))
    for (const content of [
      ['Réf;Famille;Désignation;Prix HT', 'GOU-1;Orthèses;Gouttière;85'].join('\r\n'),
      withVat('GOU-1;Orthèses;Gouttière;89;4;'),
    ]) {
      const { id, columns, preview } = await look(call, content)
      expect(preview).toMatchObject({ changed: 1, wrong: 0, unsaid: { vats: [] } })
      expect((await apply(call, id, preview, columns)).status).toBe(200)
    }
    expect(await vatsOf(call)).toEqual(['GOU-1 standard'])
  })
})
