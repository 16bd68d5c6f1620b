import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { removeWhatIsOver } from '#features/privacy/server/remove-due.ts'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import {
  apply,
  bridge,
  catalogue,
  check,
  crown,
  dataOf,
  head,
  imported,
  imports,
  previewOf,
  referencesOf,
  send,
  standard,
  table,
  teethAndShade,
  told,
  undo,
} from '#test/importing.ts'
import type { TestLaboratory } from '#test/make.ts'
import { proposedColumns } from '../fields.ts'
import { mostFamilies } from '../rules.ts'
import { sampleOf } from '../samples.ts'

const { app, make, as, request, another, tokenFor } = startTestApp({ creatingRates: noCreatingRates })
type Call = Awaited<ReturnType<typeof as>>

async function opened() {
  const laboratory = await make.laboratory()
  const staff = await make.user(laboratory, { title: '', first_name: 'Claire', last_name: 'Roux' })
  return { laboratory, staff, call: await as(staff) }
}
const deedsOf = async (laboratory: TestLaboratory) => {
  const { rows } = await make.within(laboratory.id, client =>
    client.query("select kind, subject_id from audit_events where kind::text like 'import%' order by id"),
  )
  return rows
}

describe('a catalogue from a file', () => {
  it('is offered to practices from the next call on, in families made for it', async () => {
    const { laboratory, call } = await opened()
    const { counts } = await imported(call, table(crown, bridge))
    expect(counts).toEqual({ added: 2, changed: 0, unchanged: 0 })
    const [family, ...others] = await catalogue(call)
    expect(others).toEqual([])
    expect(family).toMatchObject({ nameFr: 'Fixe', nameEn: 'Fixe' })
    expect(family.products).toMatchObject([
      {
        reference: 'COU-10',
        labelFr: 'Couronne zircone',
        labelEn: 'Couronne zircone',
        manyFr: 'Couronne zircone',
        leadDays: 6,
        teeth: 'required',
        shade: 'required',
        vat: 'exempt',
        priceCents: 14_900,
        changedBy: 'Claire Roux',
      },
      { reference: 'BRI-3', leadDays: 8, teeth: 'run', priceCents: null },
    ])
    const practice = await make.user(await make.practice(laboratory))
    const { families } = await dataOf(await (await as(practice))('/api/catalogue'))
    expect(families).toMatchObject([{ products: [{ reference: 'COU-10' }, { reference: 'BRI-3' }] }])
  })

  it('changes what is there, leaves what no column says, and passes over what is the same', async () => {
    const { call } = await opened()
    await imported(call, table(crown, bridge))
    const { counts } = await imported(call, 'Code\tTarif\nCOU-10\t155.5\nBRI-3\t\n')
    expect(counts).toEqual({ added: 0, changed: 1, unchanged: 1 })
    const [{ products }] = await catalogue(call)
    expect(products).toMatchObject([
      { reference: 'COU-10', priceCents: 15_550, labelFr: 'Couronne zircone', leadDays: 6, version: 2 },
      { reference: 'BRI-3', version: 1 },
    ])
  })

  it.each([
    ['UTF-8 with its mark', Buffer.from(`\ufeff${table(crown)}`)],
    ['UTF-8', Buffer.from(table(crown))],
    ['Windows-1252', Buffer.from(table(crown), 'latin1')],
    ['“Unicode text”', Buffer.from(`\ufeff${table(crown).replaceAll(';', '\t')}`, 'utf16le')],
    [
      'commas',
      Buffer.from(`Reference,Family,Name,"Working days","Unit price"\nCOU-10,Fixe,"Couronne ""zircone"", 1",6,149.00`),
    ],
  ])('is read as Excel and others save it: %s', async (_how, bytes) => {
    const { call } = await opened()
    const { preview } = await previewOf(call, new Uint8Array(bytes))
    expect(preview).toMatchObject({ added: 1, wrong: 0 })
  })

  it('makes no second family of one that is called alike, within the file or in the catalogue, and says what the file calls it', async () => {
    const { call } = await opened()
    await imported(call, table(crown, bridge))
    const { preview } = await previewOf(call, table(crown.replace('Fixe', 'Prothèses fixes')))
    expect(preview).toMatchObject({ changed: 0, unchanged: 1 })
    const others = ['GOU-1;ORTHÈSE;Gouttière;4;79;non', 'GOU-2;Orthèses;Écarteur;4;65;non']
    const content = table('COU-11;Prothèse fixe;Onlay;7;;oui', ...others)
    expect((await previewOf(call, content)).preview.rows[0].values).toMatchObject({
      family: 'Fixe',
      familyFrom: 'Prothèse fixe',
    })
    await imported(call, content)
    const families = async () => (await catalogue(call)).map(({ nameFr }: { nameFr: string }) => nameFr)
    expect(await families()).toEqual(['Fixe', 'ORTHÈSE'])
    // Where the catalogue has two that are alike, a third name means neither; its own means itself.
    await call('/api/staff/catalogue/families', { body: { nameFr: 'Prothèse fixe', nameEn: 'Fixed' } })
    const third = await previewOf(call, table('COU-12;Prothèses fixes;Facette;7;;oui', 'COU-13;fixe;Facette;7;;oui'))
    expect(third.preview).toMatchObject({ added: 1, faults: [{ line: 2, field: 'family', code: 'family_unclear' }] })
    expect((await previewOf(call, table(crown.replace('Fixe', 'Prothèses fixes')))).preview).toMatchObject({
      unchanged: 1,
    })
  })

  it('proposes what its columns say, shows its first lines, and is read by other columns when told so', async () => {
    const { call } = await opened()
    const answer = await send(call, 'Code;Divers;Libellé;Délai;Famille\nCOU-10;Couronne;rien;5;Fixe')
    const { id, ...file } = await dataOf(answer)
    expect(file).toEqual({
      kind: 'products',
      fileName: 'catalogue.csv',
      line: 1,
      headings: ['Code', 'Divers', 'Libellé', 'Délai', 'Famille'],
      samples: [['COU-10', 'Couronne', 'rien', '5', 'Fixe']],
      columns: { reference: 0, labelFr: 2, leadDays: 3, family: 4 },
    })
    const vats = { vats: { Fixe: 'exempt' } }
    const preview = await dataOf(await check(call, id, { ...file.columns, labelFr: 1 }, { Fixe: 'teeth_shade' }, vats))
    expect(await told(await apply(call, id, preview, file.columns))).toEqual([409, 'import_moved'])
    await apply(call, id, preview, { ...file.columns, labelFr: 1 })
    expect((await catalogue(call))[0].products).toMatchObject([{ labelFr: 'Couronne' }])
    const columns = async (wrong: object) => told(await check(call, (await dataOf(await send(call, head))).id, wrong))
    expect(await columns({})).toEqual([422, 'input_invalid', 'columns.reference required'])
    expect(await columns({ reference: 9, phone: 1 })).toEqual([
      422,
      'input_invalid',
      'columns.reference not_listed',
      'columns.phone not_listed',
    ])
  })

  it('is wrong where the screen would refuse it: by line and column, and nothing of it is imported', async () => {
    const { call } = await opened()
    const { id, preview } = await previewOf(
      call,
      table(
        crown,
        'A/B;Fixe;Couronne;6;149,00;oui',
        ';Fixe;Couronne;6;149,00;oui',
        'C-1;Fixe;;6;149,00;oui',
        'C-2;Fixe;Couronne;six;149,00;oui',
        'C-3;Fixe;Couronne;121;149,00;oui',
        '',
        'C-4;Fixe;Couronne;6;gratuit;"peut\nêtre"',
        `C-5;Fixe;${'x'.repeat(121)};6;-1;oui`,
        'COU-10;Fixe;Couronne;6;1;oui',
        'C-6;;Couronne;;1;oui',
      ),
    )
    expect(preview).toMatchObject({ added: 1, changed: 0, unchanged: 0, wrong: 9 })
    const faults = preview.faults.map(
      ({ line, field, code, cell }: { line: number; field: string; code: string; cell: string }) =>
        `${line} ${field} ${code} ${cell.slice(0, 10)}`,
    )
    expect(faults).toEqual([
      '3 reference reference_wrong A/B',
      '4 reference required ',
      '5 labelFr required ',
      '6 leadDays not_a_number six',
      '7 leadDays out_of_range 121',
      '9 priceCents not_an_amount gratuit',
      '9 teeth not_listed peut\nêtre',
      '11 labelFr too_long xxxxxxxxxx',
      '11 priceCents out_of_range -1',
      '12 reference repeated COU-10',
      '13 leadDays required ',
      '13 family required ',
    ])
    expect(await told(await apply(call, id, preview))).toEqual([409, 'import_faulty'])
    expect(await referencesOf(call)).toEqual([])
    expect(await catalogue(call)).toEqual([])
  })

  it('comes in without its wrong lines where that was said, and those come in by themselves once they are corrected', async () => {
    const { call } = await opened()
    const wrong = 'C-2;Fixe;" + Couronne ""zircone""; cuite";six;gratuit;oui'
    // Escaped, so that spreadsheets see no formula; reading it again restores it.
    const guarded = wrong.replace(' +', "' +")
    const { id, columns, preview } = await previewOf(call, table(crown, wrong, 'C-3;Fixe;Couronne;4 jours;149,00;oui'))
    expect(preview).toMatchObject({ added: 2, wrong: 1, isCutShort: false })
    const kept = await (await call(`${imports}/${id}/wrong-lines`)).text()
    expect(kept.split('\r\n')).toEqual([
      `${head};À corriger`,
      `${guarded};Délai – Un nombre entier est attendu, comme 5. Prix HT – Un montant en euros est attendu, comme 149,00.`,
      '',
    ])
    // The number of left-out lines must be the one shown, and is 0 by default.
    expect(await told(await apply(call, id, preview))).toEqual([409, 'import_faulty'])
    expect(await told(await apply(call, id, preview, columns, { leftOut: 2 }))).toEqual([409, 'import_moved'])
    expect(await referencesOf(call)).toEqual([])
    expect(await dataOf(await apply(call, id, preview, columns, { leftOut: 1 }))).toEqual({
      added: 2,
      changed: 0,
      unchanged: 0,
    })
    expect(await referencesOf(call)).toEqual(['COU-10', 'C-3'])
    const { counts } = await imported(call, kept.replace(';six;gratuit;', ';5 j ouvrés;120;'))
    expect(counts).toEqual({ added: 1, changed: 0, unchanged: 0 })
    expect((await catalogue(call))[0].products).toMatchObject([
      { reference: 'COU-10' },
      { reference: 'C-3', leadDays: 4 },
      { reference: 'C-2', labelFr: '+ Couronne "zircone"; cuite', leadDays: 5, priceCents: 12_000 },
    ])
  })

  it('makes no family for a line that is left out', async () => {
    const { call } = await opened()
    const wrong = Array.from({ length: mostFamilies }, (_, at) => `W-${at};Famille ${at};Couronne;six;149,00;oui`)
    const { preview } = await previewOf(call, table(...wrong, crown))
    expect(preview).toMatchObject({ added: 1, wrong: mostFamilies })
  })

  it('leaves nothing out of what could not be read to its end, nor of lines that belong together', async () => {
    const { call } = await opened()
    const broken = await previewOf(call, table(crown, 'C-1;"Fixe;Couronne;6;1;oui', bridge))
    expect(broken.preview).toMatchObject({ added: 1, wrong: 1, isCutShort: true })
    const refusal = async ({ id, preview, columns }: typeof broken) =>
      told(await apply(call, id, preview, columns, { leftOut: 1 }))
    expect(await refusal(broken)).toEqual([409, 'import_faulty'])
    const people = sampleOf('practices', 'fr').replace(/[^;\s]+@[^;\s]+/, 'personne')
    const unclear = await previewOf(call, people, 'practices')
    expect(unclear.preview.wrong).toBeGreaterThan(0)
    expect((await refusal(unclear))[1]).toBe('import_faulty')
  })

  it('has its faults in a file, in the reader’s language, with no formula in it', async () => {
    const { laboratory, call } = await opened()
    const content = table('=1+1;Fixe;Couronne;6;149,00;oui', 'C-1;Fixe;Couronne;six;1;"a;b"')
    const { id } = await previewOf(call, content)
    const answer = await call(`${imports}/${id}/faults`)
    expect(answer.headers.get('content-disposition')).toContain('erreurs.csv')
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(
      [
        '\ufeffLigne;Colonne;Contenu;Erreur',
        "2;Référence;'=1+1;Une référence a des lettres, chiffres, points et tirets, d’abord une lettre ou un chiffre.",
        '3;Délai;six;Un nombre entier est attendu, comme 5.',
        '3;Dents;"a;b";Ce mot n’est pas connu ici\u00a0: prenez un de ceux du fichier d’exemple.',
        '',
      ].join('\r\n'),
    )
    const english = await as(await make.user(laboratory, { language: 'en' }))
    expect(await (await english(`${imports}/${id}/faults`)).text()).toContain('Line;Column;Content;Error')
  })

  it('is refused where it is no table, or none that can be read to its end', async () => {
    const { call } = await opened()
    expect(await told(await send(call, new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])))).toEqual([422, 'file_unreadable'])
    expect(await told(await send(call, '\r\n;;\r\n'))).toEqual([422, 'file_empty'])
    expect(await told(await send(call, table(crown), { kind: 'secrets' }))).toEqual([404, 'not_found'])
    const { preview } = await previewOf(call, table(crown, 'C-1;"Fixe;Couronne;6;1;oui', bridge))
    expect(preview).toMatchObject({ added: 1, wrong: 1, faults: [{ line: 3, field: null, code: 'line_unreadable' }] })
  })

  it('is not imported by other counts than were shown, nor unseen, nor twice', async () => {
    const { laboratory, call } = await opened()
    const { id: unseen } = await dataOf(await send(call, table(crown)))
    expect(await told(await apply(call, unseen, { added: 0, changed: 0, unchanged: 0 }))).toEqual([
      409,
      'import_unchecked',
    ])
    const { id, preview } = await previewOf(call, table(crown, bridge))
    const colleague = await as(await make.user(laboratory))
    await imported(colleague, table(crown))
    expect(await told(await apply(call, id, preview))).toEqual([409, 'import_moved'])
    expect(await referencesOf(call)).toEqual(['COU-10'])
    const again = await dataOf(await check(call, id, standard, {}, { vats: { Fixe: 'exempt' } }))
    expect(again).toMatchObject({ added: 1, changed: 0, unchanged: 1 })
    const answers = await Promise.all([apply(call, id, again), apply(call, id, again)])
    expect(await Promise.all(answers.map(dataOf))).toEqual([
      { added: 1, changed: 0, unchanged: 1 },
      { added: 1, changed: 0, unchanged: 1 },
    ])
    expect((await deedsOf(laboratory)).map(({ kind }) => kind)).toEqual(['import_applied', 'import_applied'])
    expect(await told(await check(call, id, { reference: 0 }))).toEqual([409, 'import_over'])
  })

  it('comes in whole from one of two who import at once, in two processes', async () => {
    const { laboratory, call } = await opened()
    const colleague = await make.user(laboratory)
    const lines = (price: string) =>
      table(...Array.from({ length: 600 }, (_, index) => `P-${index};Fixe;Couronne;6;${price};oui`))
    const [one, two] = [await previewOf(call, lines('10')), await previewOf(await as(colleague), lines('20'))]
    const beside = another({})
    const answers = await Promise.all([
      apply(call, one.id, one.preview),
      beside.request(laboratory, `${imports}/${two.id}/application`, {
        body: {
          columns: standard,
          counts: { added: 600, changed: 0, unchanged: 0 },
          needs: teethAndShade(two.preview),
        },
        headers: { authorization: `Bearer ${await tokenFor(colleague)}` },
      }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [{ products }] = await catalogue(call)
    expect(new Set(products.map(({ priceCents }: { priceCents: number }) => priceCents)).size).toBe(1)
    expect(products).toHaveLength(600)
  })

  it('is taken once for a key, and in the place of the file that was opened before', async () => {
    const { laboratory, call } = await opened()
    const headers = { 'idempotency-key': randomUUID() }
    const [one, two] = [await send(call, table(crown), { headers }), await send(call, table(crown), { headers })]
    expect(await two.text()).toBe(await one.text())
    await send(call, table(bridge))
    const count = async (name: string) =>
      (await make.within(laboratory.id, client => client.query(`select count(*)::int as n from ${name}`))).rows[0].n
    expect([await count('imports'), await count('import_parts')]).toEqual([1, 1])
    await make.within(laboratory.id, client =>
      client.query("update imports set created_at = now() - interval '25 hours'"),
    )
    await removeWhatIsOver(app.api.services.database, [laboratory.id])
    expect([await count('imports'), await count('import_parts')]).toEqual([0, 0])
  })
})

it.each(['fr', 'en'] as const)('the sample files can be imported as they are: %s', async language => {
  const { call } = await opened()
  const people = await imported(call, sampleOf('practices', language), 'practices')
  expect(people.counts).toEqual({ added: 2, changed: 0, unchanged: 0 })
  const { counts } = await imported(call, sampleOf('products', language))
  expect(counts).toEqual({ added: 2, changed: 0, unchanged: 0 })
  const [{ products }] = await catalogue(call)
  expect(products).toMatchObject([
    { reference: 'COU-10', labelEn: 'Layered zirconia crown', priceCents: 14_900, vat: 'exempt', shade: 'required' },
    { reference: 'BRI-3', teeth: 'run', minimumTeeth: 3, hasPontics: true, vat: 'exempt', shade: 'optional' },
  ])
})

it('the columns of a French price list are proposed by their headings', () => {
  const headings = ['Code article', 'Rubrique', 'Désignation', 'Délai (jours)', 'Taux TVA', 'Tarif HT']
  expect(proposedColumns('products', headings)).toEqual({
    reference: 0,
    family: 1,
    labelFr: 2,
    leadDays: 3,
    vat: 4,
    priceCents: 5,
  })
})

describe('imports are refused to', () => {
  it('strangers, practices, other laboratories, and those of the staff who do not administer', async () => {
    const { laboratory, call } = await opened()
    const { id, columns, preview } = await previewOf(call, table(crown))
    const asked = (caller: Call) => [
      () => check(caller, id, columns),
      () => caller(`${imports}/${id}/faults`),
      () => apply(caller, id, preview),
      () => undo(caller, id),
    ]
    const other = (await opened()).call
    for (const ask of asked(other)) expect((await ask()).status).toBe(404)
    const manager = await make.user(await make.practice(laboratory), { account_type: 'manager' })
    const others = await Promise.all(
      ['production', 'accounting', 'driver'].map(role => make.user(laboratory, { role })),
    )
    for (const user of [manager, ...others]) {
      const refused = await as(user)
      for (const ask of [...asked(refused), () => refused(imports), () => send(refused, table(crown))])
        expect((await ask()).status).toBe(403)
    }
    const stranger: Call = (path, options = {}) => request(laboratory, path, options)
    for (const ask of [...asked(stranger), () => stranger(imports), () => send(stranger, table(crown))])
      expect((await ask()).status).toBe(401)
    expect(await dataOf(await other(imports))).toEqual([])
  })
})
