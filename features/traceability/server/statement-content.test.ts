import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'
import { readPdf } from '#test/pdf.ts'
import type { BenchSheet } from '../contract.ts'
import { keptUntil } from './statement-content.ts'
import { readStatement, statementVersion } from './stored-statement.ts'

const { make, as, request, owner } = startTestApp()

let laboratory: TestLaboratory
let practice: TestPractice
let doctor: TestUser
let technician: TestUser
/** Lots in the laboratory's register. */
let zirconia: string
let alloy: string
let bothMaterials: object
beforeAll(async () => {
  laboratory = await make.laboratory({ address: '8 rue de l’Atelier', postal_code: '69003', city: 'Lyon' })
  practice = await make.practice(laboratory)
  doctor = await make.user(practice)
  technician = await make.user(laboratory, { title: 'Mme', first_name: 'Hélène', last_name: 'Garçon' })
  const ofZirconia = {
    name: 'Zircone multicouche 4Y',
    standard: 'EN ISO 6872:2024',
    certificate: 'CE 0197 · 2021-118',
    certificate_ends_on: '2099-01-31',
  }
  zirconia = (await make.lot(laboratory, { number: 'Z-4471', expires_on: '2099-04-30', material: ofZirconia })).id
  alloy = (await make.lot(laboratory, { number: '99-1', material: { name: 'Alliage CoCr', maker: 'BEGO' } })).id
  bothMaterials = {
    products: [
      { caseSequence: 1, lotIds: [zirconia] },
      { caseSequence: 2, lotIds: [alloy] },
    ],
  }
})

/** qpdf is not an npm package; where it is missing, the other tests of the sheet still read its whole text. */
const hasQpdf = spawnSync('qpdf', ['--version']).status === 0

async function orderInProduction(values: Record<string, unknown> = {}, of = practice) {
  const order = await make.order(of, {
    status: 'in_production',
    patient: 'Éloïse Bernard',
    ordered_by: doctor.id,
    ...values,
  })
  for (const [case_sequence, label_fr, label_en] of [
    [1, 'Bridge zircone', 'Zirconia bridge'],
    [2, 'Inlay-core', 'Post and core'],
  ] as const) {
    await make.orderLine(of, order.id, `REF-${case_sequence}`, {
      case_sequence,
      label_fr,
      label_en,
      teeth: case_sequence === 1 ? [13, 12, 11] : [45],
      ...(case_sequence === 1 ? { pontics: [12] } : {}),
    })
  }
  return order
}

async function bench() {
  const call = await as(technician)
  const check = (id: string, body: unknown = { points: ['prescription', 'fit'] }) =>
    call(`/api/staff/orders/${id}/release-checks`, { body })
  const signAlone = (id: string, body: unknown = {}) => call(`/api/staff/orders/${id}/statement`, { body })
  return {
    record: (id: string, body: unknown = bothMaterials) =>
      call(`/api/staff/orders/${id}/materials`, { method: 'PUT', body }),
    check,
    signAlone,
    /** Checks first, as each version requires. */
    sign: async (id: string, body: unknown = {}) => {
      await check(id)
      return signAlone(id, body)
    },
    sheet: async (id: string) => (await (await call(`/api/staff/orders/${id}/bench-sheet`)).json()).data as BenchSheet,
  }
}

async function sheetOf(order: { id: string }, reader = doctor) {
  const call = await as(reader)
  const bytes = new Uint8Array(await (await call(`/api/orders/${order.id}/traceability-sheet`)).arrayBuffer())
  return { bytes, ...(await readPdf(bytes)) }
}

const caseOf = async (order: { id: string }) =>
  (await (await (await as(doctor))(`/api/orders/${order.id}`)).json()) as {
    data: { statement: unknown; products: { traceability: string | null }[] }
  }

describe('a signed statement', () => {
  it('says all that Annex XIII asks for, in the language of the reader', async () => {
    const order = await orderInProduction({ patient_code: 'P-0412' })
    const { record, sign } = await bench()
    expect((await record(order.id)).status).toBe(204)
    const signed = await sign(order.id, { unmetRequirements: 'Point 14.2 : teinte hors nuancier.' })
    expect(signed.status).toBe(201)
    expect(await signed.json()).toEqual({
      data: { number: expect.stringMatching(/^FT-\d\d-\d{4}$/), version: 1, signedAt: expect.stringMatching(/Z$/) },
    })

    const { text, pages } = await sheetOf(order)
    for (const words of [
      'Déclaration FT-',
      'Signée par Mme Hélène Garçon',
      '8 rue de l’Atelier',
      '69003 Lyon',
      'Dr Claire Martin',
      'Code P-0412',
      'à l’usage exclusif de ce patient',
      'intermédiaires 12',
      'Zircone multicouche 4Y',
      'Dental Direkt · lot Z-4471',
      '30 avr. 2099',
      'CE 0197',
      'Contrôlé avant départ par Mme Hélène Garçon',
      'EN ISO 6872:2024',
      'BEGO · lot 99-1',
      'annexe I du règlement (UE) 2017/745, à l’exception de celles-ci',
      'Point 14.2 : teinte hors nuancier.',
      'Ne contient ni substance médicamenteuse',
      'conserve cette déclaration jusqu’au',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('Provisoire')
    expect(text).not.toContain('Éloïse')
    expect(pages[0]).toContain('Page 1 sur ')

    const english = await sheetOf(order, await make.user(practice, { language: 'en' }))
    for (const words of [
      'Statement FT-',
      'Signed by Mme Hélène Garçon',
      'Zirconia bridge',
      'with the following exceptions',
    ])
      expect(english.text).toContain(words)
  })

  it.runIf(hasQpdf)('is a PDF that qpdf has nothing to say about', async () => {
    const order = await orderInProduction()
    const { record, sign } = await bench()
    await record(order.id)
    await sign(order.id)
    const { bytes, isTagged } = await sheetOf(order)
    expect(isTagged).toBe(true)
    const folder = mkdtempSync(join(tmpdir(), 'statement-'))
    try {
      writeFileSync(join(folder, 'statement.pdf'), bytes)
      expect(execFileSync('qpdf', ['--check', join(folder, 'statement.pdf')], { encoding: 'utf8' })).toContain(
        'No syntax',
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('stays as it was signed, whatever changes afterwards; signing again makes the next version', async () => {
    const order = await orderInProduction()
    const { record, sign } = await bench()
    await record(order.id)
    const first = (await (await sign(order.id)).json()) as { data: { number: string } }
    const other = await make.lot(laboratory, { number: 'Z-9999' })
    await record(order.id, { products: [{ caseSequence: 1, lotIds: [other.id] }] })
    expect((await sheetOf(order)).text).toContain('Z-4471')

    const second = await sign(order.id)
    expect(await second.json()).toMatchObject({ data: { number: first.data.number, version: 2 } })
    const { text } = await sheetOf(order)
    expect(text).toContain('Z-9999')
    expect(text).toContain('version 2')
    expect(await caseOf(order)).toMatchObject({ data: { statement: { number: first.data.number, version: 2 } } })
  })

  it('gives each of ten signed at once its own number, and of two who sign one at once the second nothing', async () => {
    const orders = await Promise.all(Array.from({ length: 10 }, () => orderInProduction()))
    const { record, check, signAlone } = await bench()
    for (const order of orders) {
      await record(order.id)
      await check(order.id)
    }
    const answers = await Promise.all(orders.flatMap(order => [signAlone(order.id), signAlone(order.id)]))
    const signed = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status === 409)
    expect([signed.length, refused.length]).toEqual([10, 10])
    // The next version needs a check of its own.
    for (const answer of refused) expect((await problemOf(answer)).code).toBe('release_check_missing')
    const said = await Promise.all(signed.map(async answer => (await answer.json()).data))
    expect(new Set(said.map(({ number }) => number)).size).toBe(10)
    expect(said.every(({ version }) => version === 1)).toBe(true)
  })

  it('cannot be changed or taken back, not even by SQL of the application', async () => {
    const { rows } = await owner.query(
      `select privilege_type from information_schema.role_table_grants
       where grantee = 'arcade_app' and table_name = 'traceability_statements' order by 1`,
    )
    expect(rows.map(row => row.privilege_type)).toEqual(['INSERT', 'SELECT'])
  })

  it('shows on the case what the bench used, and that it is signed', async () => {
    const order = await orderInProduction()
    expect(await caseOf(order)).toMatchObject({ data: { statement: null } })
    const { record, sign } = await bench()
    await record(order.id)
    await sign(order.id)
    const { data } = await caseOf(order)
    expect(data.statement).toEqual({
      number: expect.any(String),
      version: 1,
      signedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    expect(data.products.map(product => product.traceability)).toEqual([
      'Zircone multicouche 4Y · lot Z-4471',
      'Alliage CoCr · lot 99-1',
    ])
  })
})

describe('is not signed', () => {
  it('before work has begun', async () => {
    const order = await orderInProduction({ status: 'registered' })
    const { record, sign } = await bench()
    await record(order.id)
    expect(await problemOf(await sign(order.id))).toMatchObject({ status: 409, code: 'statement_too_early' })
  })

  it('without products', async () => {
    const order = await make.order(practice, { status: 'in_production' })
    expect(await problemOf(await (await bench()).sign(order.id))).toMatchObject({ code: 'statement_too_early' })
  })

  it('while the lot of one product is missing', async () => {
    const order = await orderInProduction()
    const { record, sign } = await bench()
    await record(order.id, { products: [{ caseSequence: 1, lotIds: [zirconia] }] })
    expect(await problemOf(await sign(order.id))).toMatchObject({ status: 409, code: 'materials_missing' })
  })

  it('by a laboratory that has no address yet', async () => {
    const bare = await make.laboratory()
    const order = await orderInProduction({ ordered_by: null }, await make.practice(bare))
    const call = await as(await make.user(bare))
    expect(await problemOf(await call(`/api/staff/orders/${order.id}/statement`, { body: {} }))).toMatchObject({
      status: 409,
      code: 'manufacturer_incomplete',
    })
  })
})

describe('a statement that is stored', () => {
  /** Byte for byte as the first release signed it; this text never changes. */
  const firstVersion = `{"laboratory":{"name":"Labo d’avant","phone":"01","address":["1 rue A","75001 Paris"]},
    "practice":{"name":"Cabinet d’avant","address":["2 rue B","69001 Lyon"]},"prescriber":"Dr Anne Leroy","code":"T-26-0001",
    "patientCode":"P-1926","printType":"physical","registeredOn":"2026-11-02","products":[{"caseSequence":1,
    "reference":"BRI","label":{"fr":"Bridge d’avant","en":"Former bridge"},"quantity":3,"shade":"A3.5",
    "complementaryShade":null,"teeth":[13,12,11],"pontics":[12],"sector":"upper","implant":{"brand":"MIS",
    "platform":"RC 4,1"},"note":null,"materials":[{"name":"Zircone","maker":"Maker","lot":"Z-1926","expiresOn":"2029-04-30",
    "standard":"EN ISO 6872:2024"}],"traceability":null}],"unmetRequirements":null,"substances":null}`

  let signed = 0
  async function orderSigned(content_version: number) {
    const order = await orderInProduction()
    await make.insert(practice.laboratory.id, 'traceability_statements', {
      brand_id: practice.laboratory.id,
      practice_id: practice.id,
      order_id: order.id,
      version: 1,
      number: `FT-26-9${String(++signed).padStart(3, '0')}`,
      content: firstVersion,
      ...(content_version > 1 && { content_version }),
      signed_by: technician.id,
      signed_by_name: 'Mme Hélène Garçon',
      kept_until: '2041-11-02',
    })
    return order
  }

  it('is read in the version in which it was signed', async () => {
    const { text } = await sheetOf(await orderSigned(1))
    for (const words of [
      'Labo d’avant',
      'Dr Anne Leroy',
      'P-1926',
      'Bridge d’avant',
      'Zircone',
      'lot Z-1926',
      '30 avr. 2029',
    ])
      expect(text).toContain(words)
  })

  it('by a newer release asks for patience, whoever is asked', async () => {
    const order = await orderSigned(99)
    const refused = await (await as(doctor))(`/api/orders/${order.id}/traceability-sheet`)
    expect([refused.status, (await problemOf(refused)).code]).toEqual([503, 'unavailable'])
  })

  it('says in which version it was written', async () => {
    const order = await orderInProduction()
    const { record, sign } = await bench()
    await record(order.id)
    await sign(order.id)
    const { rows } = await make.within(practice.laboratory.id, client =>
      client.query('select content_version, content from traceability_statements where order_id = $1', [order.id]),
    )
    expect(rows).toEqual([{ content_version: statementVersion, content: readStatement(rows[0]) }])
  })
})

it('bears the practice’s reference as the case has it, which keeps no name that has been taken out of it', async () => {
  const order = await orderInProduction({ practice_reference: 'Bernard-42' })
  const { record, sign } = await bench()
  await record(order.id)
  expect((await sign(order.id)).status).toBe(201)
  expect((await sheetOf(order)).text).toContain('Référence du cabinet : Bernard-42')
  await make.within(practice.laboratory.id, client =>
    client.query(`update orders set practice_reference = '…' where id = $1`, [order.id]),
  )
  expect((await sheetOf(order)).text).not.toContain('Bernard')
})

it('names who prescribed, not who entered the case', async () => {
  const manager = await make.user(practice, { account_type: 'manager', title: 'Mme', first_name: 'Léa' })
  const order = await orderInProduction({ ordered_by: manager.id, prescriber: 'Dr Anne Leroy' })
  const { record, sign } = await bench()
  await record(order.id)
  expect((await sign(order.id)).status).toBe(201)
  const { rows } = await make.within(practice.laboratory.id, client =>
    client.query('select content from traceability_statements where order_id = $1', [order.id]),
  )
  expect(rows).toMatchObject([{ content: { prescriber: 'Dr Anne Leroy' } }])
  expect(JSON.stringify(rows)).not.toContain('Léa')
})

it('refuses materials for a product that the case does not have, and keeps what was there', async () => {
  const order = await orderInProduction()
  const { record } = await bench()
  await record(order.id)
  const refused = await record(order.id, {
    products: [
      { caseSequence: 1, lotIds: [] },
      { caseSequence: 7, lotIds: [zirconia] },
    ],
  })
  expect(await problemOf(refused)).toMatchObject({
    status: 422,
    code: 'product_unknown',
    errors: [{ path: 'products.1.caseSequence' }],
  })
  expect((await caseOf(order)).data.products[0]?.traceability).toBe('Zircone multicouche 4Y · lot Z-4471')
})

describe('who may', () => {
  it.each([
    ['PUT', 'materials', { products: [{ caseSequence: 1, lotIds: [] }] }],
    ['PUT', 'subcontractors', { subcontractorIds: [] }],
    ['POST', 'release-checks', { points: ['fit'] }],
    ['POST', 'statement', {}],
  ])('%s …/%s is the staff’s of the same laboratory alone', async (method, what, body) => {
    const order = await orderInProduction()
    const path = `/api/staff/orders/${order.id}/${what}`
    expect((await request(laboratory, path, { method, body })).status).toBe(401)
    expect((await (await as(doctor))(path, { method, body })).status).toBe(403)
    const stranger = await as(await make.user(await make.laboratory()))
    expect((await stranger(path, { method, body })).status).toBe(404)
    expect((await (await as(technician))(`/api/staff/orders/${randomUUID()}/${what}`, { method, body })).status).toBe(
      404,
    )
  })
})

it('is kept ten years, fifteen for what is implanted', () => {
  expect(keptUntil('2026-11-21', [{ is_implantable: false }, { is_implantable: null }])).toBe('2036-11-21')
  expect(keptUntil('2026-11-21', [{ is_implantable: false }, { is_implantable: true }])).toBe('2041-11-21')
  expect(keptUntil('2028-02-29', [{ is_implantable: false }])).toBe('2038-03-01')
})
