import { describe, expect, it } from 'vitest'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import { apply, check, dataOf, imported, imports, previewOf, told, undo } from '#test/importing.ts'
import type { TestLaboratory } from '#test/make.ts'
import { fieldsOf, proposedColumns } from '../fields.ts'

const { make, as } = startTestApp({ creatingRates: noCreatingRates })
type Call = Awaited<ReturnType<typeof as>>

const head = 'Cabinet;Numéro;Code patient;Produit;Dents;Teinte;Livraison;Statut'
const file = (...lines: string[]) => [head, ...lines].join('\r\n')
const one = 'Cabinet des Lilas;A-1;P-1;COU-10;24;A2;04/01/2098;en fabrication'

async function opened() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory, { name: 'Cabinet des Lilas' })
  await make.product(laboratory, {
    reference: 'COU-10',
    label_fr: 'Couronne zircone',
    name_one_fr: 'Couronne',
    name_many_fr: 'Couronnes',
    tooth_need: 'required',
    shade_need: 'required',
    price_cents: 14_900,
  })
  const doctor = await make.user(practice)
  return { laboratory, practice, doctor, call: await as(await make.user(laboratory)) }
}
const rowsOf = async ({ id }: TestLaboratory, statement: string) =>
  (await make.within(id, client => client.query(statement))).rows
const casesOf = (laboratory: TestLaboratory) =>
  rowsOf(
    laboratory,
    `select code, status, delivery_on::text as day, first_delivery_on::text as first, is_delivery_confirmed as sure, summary_fr as work,
      patient_code as patient, total_cents as total from orders order by code`,
  )
const faultsOf = async (call: Call, ...lines: string[]) => {
  const { preview } = await previewOf(call, file(...lines), 'cases')
  return preview.faults.map(({ line, field, code }: Record<string, unknown>) => `${line} ${field} ${code}`)
}

describe('cases that are in work when a laboratory begins', () => {
  it('stand where they are, promised for their day, with what their products cost', async () => {
    const { laboratory, doctor, call } = await opened()
    const { counts } = await imported(
      call,
      file(
        one,
        'cabinet des lilas;A-1;P-1;Couronne zircone;26;A3;04/01/2098;en fabrication',
        'Cabinet des Lilas;;P-2;COU-10;11, 21;A1;2098-01-05;reçu',
      ),
      'cases',
    )
    expect(counts).toEqual({ added: 3, changed: 0, unchanged: 0 })
    const [first, second] = await casesOf(laboratory)
    expect(first).toEqual({
      code: 'A-1',
      status: 'in_production',
      day: '2098-01-04',
      first: '2098-01-04',
      sure: true,
      work: 'Couronne 24 · A2 + Couronne 26 · A3',
      patient: 'P-1',
      total: 29_800,
    })
    expect(second).toMatchObject({ status: 'registered', sure: false, work: 'Couronnes 11, 21 · A1', total: 29_800 })
    const listed = await dataOf(await (await as(doctor))('/api/orders'))
    expect(listed.map(({ code }: { code: string }) => code)).toContain('A-1')
  })

  it('tell their practices nothing: they have sent them long ago', async () => {
    const { laboratory, call } = await opened()
    await imported(call, file(one, one.replace('A-1', 'A-2').replace('en fabrication', 'reçu')), 'cases')
    expect(await rowsOf(laboratory, 'select 1 from notices')).toEqual([])
    expect(await rowsOf(laboratory, 'select 1 from unread_cases')).toEqual([])
  })

  it('have a name under "Patient", and no code that would stand on invoices', () => {
    const taking = fieldsOf('cases').filter(({ heads }) => heads.fr.includes('Patient') || heads.en.includes('Patient'))
    expect(taking.map(({ name }) => name)).toEqual(['patient'])
  })

  it('are asked how far they are where the file does not say it, by one answer for all, and nothing is imported before', async () => {
    const { laboratory, call } = await opened()
    const bare = [
      'Cabinet;N°;Code patient;Travail;Dents;Teinte;Livraison prévue',
      'Cabinet des Lilas;A-1;P-1;COU-10;24;A2;04/01/2098',
      'Cabinet des Lilas;A-1;P-1;COU-10;26;A2;04/01/2098',
      'Cabinet des Lilas;A-2;P-2;COU-10;24;A2;04/01/2098',
    ].join('\r\n')
    const { id, columns, preview } = await previewOf(call, bare, 'cases')
    expect(preview).toMatchObject({ added: 3, wrong: 0, unsaid: { statusless: 2 } })
    expect(preview.rows[0]).toMatchObject({ values: { status: '' }, assumed: ['printType', 'status'] })
    expect(await told(await apply(call, id, preview, columns))).toEqual([409, 'import_unsaid'])
    const status = 'in_preparation'
    const again = await dataOf(await check(call, id, columns, {}, { status }))
    expect(again.rows[0]).toMatchObject({ values: { status }, assumed: ['printType', 'status'] })
    expect(await told(await apply(call, id, again, columns, { status: 'registered' }))).toEqual([409, 'import_moved'])
    expect((await apply(call, id, again, columns, { status })).status).toBe(200)
    expect((await casesOf(laboratory)).map(({ code, status }) => `${code} ${status}`)).toEqual([
      'A-1 in_preparation',
      'A-2 in_preparation',
    ])
    // Of a file that says it of some, the others alone are asked.
    const some = await previewOf(
      call,
      file(one.replace('A-1', 'A-3'), 'Cabinet des Lilas;A-4;P;COU-10;24;A2;04/01/2098;'),
      'cases',
    )
    expect(some.preview.unsaid.statusless).toBe(1)
    expect(some.preview.rows.map(({ values }: { values: { status: string } }) => values.status)).toEqual([
      'in_production',
      '',
    ])
  })

  it('are as far as the first of their lines says that says it, and are refused where two disagree', async () => {
    const { laboratory, call } = await opened()
    const bare = 'Cabinet des Lilas;A-1;P-1;COU-10;26;A2;04/01/2098;'
    expect((await previewOf(call, file(bare, one), 'cases')).preview).toMatchObject({
      unsaid: { statusless: 0 },
      rows: [{ values: { status: 'in_production' } }, { values: { status: 'in_production' } }],
    })
    const { counts } = await imported(call, file(bare, one), 'cases')
    expect(counts).toMatchObject({ added: 2 })
    expect(await casesOf(laboratory)).toMatchObject([{ code: 'A-1', status: 'in_production', sure: true }])
    const other = one.replaceAll('A-1', 'A-2')
    expect(await faultsOf(call, other, other.replace('en fabrication', 'reçu'))).toEqual(['3 status differs'])
    expect(await faultsOf(call, other, other.replace('en fabrication', ''))).toEqual([])
    // What is said after the case was written with its first line comes too late.
    const between = Array.from({ length: 250 }, (_, place) => one.replaceAll('A-1', `B-${place}`))
    const late = [bare.replaceAll('A-1', 'A-2'), ...between, other]
    expect(await faultsOf(call, ...late)).toEqual(['253 status differs'])
  })

  it('are of the practice that theirs was merged into, unless one of today has that name', async () => {
    const { laboratory, practice, call } = await opened()
    const merge = async (name: string, postal_code: string) => {
      const { id: goingId } = await make.practice(laboratory, { name, postal_code })
      const answer = await call(`/api/staff/practices/${practice.id}/merging`, { body: { goingId, name } })
      expect(answer.status).toBe(204)
    }
    const called = (name: string, code: string) => one.replace('Cabinet des Lilas', name).replace('A-1', code)
    await merge('Cabinet Roy', '29200')
    await merge('Cabinet Roy', '29300')
    const roy = called('cabinet roy', 'A-2')
    expect(await faultsOf(call, one, roy)).toEqual([])
    expect((await previewOf(call, file(roy), 'cases')).preview.rows).toMatchObject([
      { values: { name: 'Cabinet des Lilas' } },
    ])
    const { counts } = await imported(call, file(roy), 'cases')
    expect(counts).toMatchObject({ added: 1 })
    expect(await rowsOf(laboratory, 'select practice_id from orders')).toEqual([{ practice_id: practice.id }])

    const today = await make.practice(laboratory, { name: 'Cabinet Roy', postal_code: '75011' })
    await imported(call, file(called('Cabinet Roy', 'A-3')), 'cases')
    expect(await rowsOf(laboratory, "select practice_id from orders where code = 'A-3'")).toEqual([
      { practice_id: today.id },
    ])
  })

  it('have their product under "Travail", their number under "N°", and their day under "Livraison prévue"', () => {
    expect(proposedColumns('cases', ['N°', 'Cabinet', 'Travail', 'Livraison prévue'])).toEqual({
      code: 0,
      name: 1,
      reference: 2,
      deliveryOn: 3,
    })
    expect(proposedColumns('cases', ['Travail', 'Référence', 'N° de travail'])).toEqual({ reference: 1, code: 2 })
  })

  it('are shown as they will be, and come once by their number', async () => {
    const { laboratory, call } = await opened()
    const { preview } = await previewOf(call, file(one), 'cases')
    expect(preview.rows).toMatchObject([
      {
        line: 2,
        outcome: 'added',
        values: { name: 'Cabinet des Lilas', code: 'A-1', summary: 'Couronne 24 · A2', status: 'in_production' },
        assumed: ['printType'],
      },
    ])
    await imported(call, file(one), 'cases')
    expect((await imported(call, file(one), 'cases')).counts).toEqual({ added: 0, changed: 0, unchanged: 1 })
    expect(await casesOf(laboratory)).toHaveLength(1)
  })

  it('are wrong where ordering would refuse them, or what cannot be: by line and column', async () => {
    const { laboratory, call } = await opened()
    const other = await make.practice(laboratory, { name: 'Cabinet B' })
    await make.order(other, { code: 'B-1' })
    await make.practice(laboratory, { name: 'Fermé', disabled_at: new Date() })
    expect(
      await faultsOf(
        call,
        'Inconnu;1;P;COU-10;24;A2;04/01/2098;reçu',
        'Fermé;2;P;COU-10;24;A2;04/01/2098;reçu',
        'Cabinet B;3;P;COU-99;24;A2;04/01/2098;reçu',
        'Cabinet B;4;P;COU-10;99;A2;04/01/2098;reçu',
        'Cabinet B;5;P;COU-10;;;04/01/2098;reçu',
        'Cabinet B;6;P;COU-10;24;A2;31/02/2026;parti',
        'Cabinet B;7;;COU-10;24;A2;;reçu',
        'Cabinet des Lilas;B-1;P;COU-10;24;A2;04/01/2098;reçu',
        one,
        one.replace('P-1', 'P-9'),
      ),
    ).toEqual([
      '2 name practice_unknown',
      '3 name practice_disabled',
      '4 reference not_in_catalogue',
      '5 teeth not_teeth',
      '6 teeth required',
      '6 shade required',
      '7 deliveryOn not_a_day',
      '7 status not_listed',
      '8 patientCode required',
      '8 deliveryOn required',
      '9 code code_taken',
      '11 code differs',
    ])
  })

  it('of two who import at once come once', async () => {
    const { laboratory, call } = await opened()
    const colleague = await as(await make.user(laboratory))
    const [mine, theirs] = [await previewOf(call, file(one), 'cases'), await previewOf(colleague, file(one), 'cases')]
    const answers = await Promise.all([
      apply(call, mine.id, mine.preview, mine.columns),
      apply(colleague, theirs.id, theirs.preview, theirs.columns),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await casesOf(laboratory)).toHaveLength(1)
  })

  it('go again within a day, but those of which something has been said or done since', async () => {
    const { laboratory, practice, call } = await opened()
    const lines = ['A-1', 'A-2', 'A-3', 'A-4'].map(code => one.replace('A-1', code))
    const { id } = await imported(call, file(...lines), 'cases')
    await make.order(practice, { code: 'C-1' })
    const [, second, third] = await rowsOf(laboratory, 'select id from orders order by code')
    await call(`/api/staff/orders/${second.id}/status`, { body: { status: 'shipped' } })
    await call(`/api/staff/orders/${third.id}/messages`, { body: { body: 'Bonjour' } })
    const answer = await dataOf(await undo(call, id))
    expect(answer.stays).toEqual([
      { what: 'A-2', because: 'in_use' },
      { what: 'A-3', because: 'in_use' },
    ])
    expect((await casesOf(laboratory)).map(({ code }) => code)).toEqual(['A-2', 'A-3', 'C-1'])
    expect(
      await rowsOf(
        laboratory,
        'select 1 from order_events e where not exists (select from orders o where o.id = e.order_id)',
      ),
    ).toEqual([])
  })

  it('are an administrator’s alone, of the own laboratory', async () => {
    const { laboratory, doctor, call } = await opened()
    const { id } = await imported(call, file(one), 'cases')
    expect((await (await as(doctor))(imports)).status).toBe(403)
    const { call: stranger } = await opened()
    expect(await told(await undo(stranger, id))).toEqual([404, 'not_found'])
    expect(await casesOf(laboratory)).toHaveLength(1)
  })

  it('are told, in the file of what is wrong, the words that a status may have', async () => {
    const { call } = await opened()
    const { id } = await previewOf(call, file(one.replace('en fabrication', 'posé')), 'cases')
    const text = await (await call(`${imports}/${id}/faults`)).text()
    expect(text).toContain('Prenez l’un de ceux-ci\u00a0: enregistré, reçu, à faire, nouveau\u202f; en préparation')
  })
})
