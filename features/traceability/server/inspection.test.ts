import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { queues } from '#kit/server/turns.ts'
import { unzip } from '#test/files.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'
import { readPdf } from '#test/pdf.ts'
import { today } from '#test/today.ts'

const { make, as } = startTestApp()

let laboratory: TestLaboratory
let practice: TestPractice
let technician: TestUser
beforeAll(async () => {
  laboratory = await make.laboratory({
    company_name: 'Labo Test',
    address: '8 rue A',
    postal_code: '69003',
    city: 'Lyon',
  })
  practice = await make.practice(laboratory, { name: 'Cabinet A' })
  technician = await make.user(laboratory, { role: 'production', title: 'Mme', first_name: 'Inès', last_name: 'Roy' })
})

const ofToday = `from=${today}&to=${today}`

/** Makes, checks and signs a case, as the bench does. */
async function signed(code: string, lotId: string) {
  const order = await make.order(practice, {
    code,
    patient: 'Éloïse Bernard',
    patient_code: 'P-7',
    status: 'in_production',
  })
  await make.orderLine(practice, order.id, 'FIX-101', { label_fr: '=Couronne zircone', teeth: [26], shade: 'A3.5' })
  const call = await as(technician)
  const of = `/api/staff/orders/${order.id}`
  await call(`${of}/materials`, { method: 'PUT', body: { products: [{ caseSequence: 1, lotIds: [lotId] }] } })
  await call(`${of}/release-checks`, { body: { points: ['fit'], note: 'Serré' } })
  expect((await call(`${of}/statement`, { body: {} })).status).toBe(201)
  return order
}

const lotOf = () =>
  make.lot(laboratory, {
    number: `Z-${randomUUID()}`,
    expires_on: '2099-04-30',
    material: { certificate: 'CE 0197', certificate_ends_on: '2099-01-31', standard: 'EN ISO 6872' },
  })

async function unpacked(answer: Response) {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzip(Buffer.from(await answer.arrayBuffer()))
  const bytes = (name: string) => files.get(name) ?? Buffer.alloc(0)
  return { names: [...files.keys()], text: (name: string) => bytes(name).toString('utf8'), bytes }
}

it('has for a period the signed sheets, lots with certificates and arrival checks, release checks, complaints and remakes', async () => {
  const lot = await lotOf()
  const order = await signed('T-INS-1', lot.id)
  await signed('T-INS-2', lot.id)
  await make.order(practice, { code: 'T-NOT-SIGNED', status: 'in_production' })
  const call = await as(technician)
  const noted = { orderCode: 'T-INS-1', kind: 'fit', description: 'Trop serré ; à revoir' }
  const { id } = (await (await call('/api/staff/complaints', { body: noted })).json()).data
  const decision = { isSerious: true, cause: 'impression', note: 'Bulle' }
  await call(`/api/staff/complaints/${id}/decision`, { body: decision })
  await call('/api/staff/subcontractors', {
    body: { name: 'Fraisage', address: '14 rue B', postalCode: '69680', city: 'Chassieu', work: 'Titane' },
  })

  const { names, text, bytes } = await unpacked(await call(`/api/staff/inspection?${ofToday}`))
  expect(names.toSorted()).toEqual([
    'controles.csv',
    'dossier-inspection.pdf',
    'fiches/fiche-de-tracabilite-T-INS-1.pdf',
    'fiches/fiche-de-tracabilite-T-INS-2.pdf',
    'livres-sans-fiche.csv',
    'lots.csv',
    'prescriptions.csv',
    'reclamations.csv',
    'refections-par-cause.csv',
    'sous-traitants.csv',
  ])
  const lots = text('lots.csv')
  for (const words of [
    'T-INS-1',
    'Cabinet A',
    'P-7',
    'A3.5',
    lot.number,
    '30 avr. 2099',
    'EN ISO 6872',
    'CE 0197',
    '31 janv. 2099',
    'Dr Claire Martin',
  ])
    expect(lots).toContain(words)
  // A cell that begins like a formula is escaped as text.
  expect(lots).toContain(";'=Couronne zircone;")
  expect(lots).not.toContain('Éloïse')
  expect(text('controles.csv')).toMatch(/T-INS-1;1;adaptation;Serré;Mme Inès Roy;/)
  expect(text('reclamations.csv')).toMatch(
    /T-INS-1;Cabinet A;Adaptation;"Trop serré ; à revoir";.*;Mme Inès Roy;oui;Empreinte;Bulle;Mme Inès Roy;/,
  )
  expect(text('refections-par-cause.csv')).toContain('Empreinte;1;1;0')
  expect(text('sous-traitants.csv')).toContain('Fraisage;14 rue B, 69680 Chassieu;Titane;0')

  const summary = await readPdf(new Uint8Array(bytes('dossier-inspection.pdf')))
  for (const words of [
    'Dossier d’inspection',
    'Labo Test',
    'Travaux : 2',
    'dont graves : 1',
    'Empreinte : 1 réclamation',
    'T-INS-1 · Adaptation',
    'Décision : Grave',
    'Fraisage',
  ])
    expect(summary.text.replaceAll('\u00a0', ' ')).toContain(words)
  const sheet = await readPdf(new Uint8Array(bytes('fiches/fiche-de-tracabilite-T-INS-1.pdf')))
  expect(sheet.text).toContain('Déclaration FT-')

  const one = await unpacked(await call(`/api/staff/orders/${order.id}/inspection`))
  expect(one.names.filter(name => name.startsWith('fiches/'))).toEqual(['fiches/fiche-de-tracabilite-T-INS-1.pdf'])
  expect(one.text('lots.csv')).not.toContain('T-INS-2')
  expect(one.text('reclamations.csv')).toContain('T-INS-1')
})

it('has each prescription, product by product, with what was changed since it was sent; no patient’s name', async () => {
  const own = await make.laboratory()
  const cabinet = await make.practice(own, { name: 'Cabinet C' })
  const order = await make.order(cabinet, {
    code: 'T-PRE-1',
    patient: 'Éloïse Bernard',
    patient_code: 'P-7',
    prescriber: 'Dr Zoé Lemoine',
    practice_reference: 'LOG-42',
    print_type: 'physical',
    created_at: '2026-03-03T08:00:00Z',
    wished_on: '2026-03-20',
    appointment_at: '2026-03-21T09:30:00Z',
    comment: 'Point de contact\nserré ; merci',
    status: 'in_production',
  })
  await make.orderLine(cabinet, order.id, 'FIX-101', {
    label_fr: '=Bridge zircone',
    teeth: [13, 12, 11],
    pontics: [12],
    shade: 'A3.5',
    complementary_shade: 'A2',
    implant_brand: 'Straumann',
    note: 'Embrasures ouvertes',
  })
  await make.orderLine(cabinet, order.id, 'GOU', {
    case_sequence: 2,
    label_fr: 'Gouttière',
    sector: 'upper',
    quantity: 2,
  })
  await make.order(cabinet, { code: 'T-OTHER' })
  const note = (sequence: number, more: object) =>
    make.insert(own.id, 'order_events', {
      ...{ brand_id: own.id, practice_id: cabinet.id, order_id: order.id, status: 'in_production' },
      ...{ sequence, at: '2026-03-04T10:00:00Z', ...more },
    })
  const changed = 'Modifié par le cabinet : teinte (Bridge) : A3,5 au lieu de A2.'
  await note(1, { note: changed, note_fr: changed, note_en: 'Changed by the practice.' })
  await note(2, { note: 'Mme Bernard a rappelé' })
  const [handedOver, handed] = ['Remis à l’accueil', { status: 'delivered', note_en: 'Handed over' }]
  await note(3, { note: handedOver, note_fr: handedOver, ...handed })

  const call = await as(await make.user(own, { role: 'production' }))
  const { text } = await unpacked(await call(`/api/staff/orders/${order.id}/inspection`))
  const ofCase =
    'T-PRE-1;Cabinet C;LOG-42;P-7;Dr Zoé Lemoine;3 mars 2026 09:00;Empreinte physique;20 mars 2026;21 mars 2026 10:30'
  const besides = `"Point de contact\nserré ; merci";4 mars 2026 11:00 · ${changed}`
  const [, ...lines] = text('prescriptions.csv').trim().split('\r\n')
  expect(lines.map(line => line.replace(/[\u00a0\u202f]/g, ' '))).toEqual([
    `${ofCase};1;FIX-101;'=Bridge zircone;1;13–11;12;;A3,5;A2;Straumann;Embrasures ouvertes;${besides}`,
    `${ofCase};2;GOU;Gouttière;2;;;arcade sup.;;;;;${besides}`,
  ])
  expect(text('prescriptions.csv')).not.toContain('Bernard')
})

it('holds what is decided over the pages of a long table, each line once', async () => {
  const call = await as(technician)
  const order = await make.order(practice, { code: 'T-MANY' })
  await make.within(laboratory.id, client =>
    client.query(
      `insert into order_problems (brand_id, practice_id, order_id, kind, description, reported_by, reported_at)
       select $1, $2, $3, 'other', 'Ligne ' || n, $4, timestamptz '2026-03-03T10:00:00Z' + n * interval '7 microseconds' from generate_series(1, 450) n`,
      [laboratory.id, practice.id, order.id, technician.id],
    ),
  )
  const { text, bytes } = await unpacked(await call('/api/staff/inspection?from=2026-03-03&to=2026-03-03'))
  const lines = text('reclamations.csv').trim().split('\r\n').slice(1)
  expect([lines.length, new Set(lines).size]).toEqual([450, 450])
  const summary = await readPdf(new Uint8Array(bytes('dossier-inspection.pdf')))
  expect(summary.text).toContain('La suite est dans reclamations.csv.')
})

it('says how many cases that were delivered had left before a sheet was signed, and which', async () => {
  const own = await make.laboratory()
  const { id: practiceId, ...of } = await make.practice(own, { name: 'Cabinet B' })
  const left = async (code: string, steps: readonly (readonly [string, string])[], signedAt?: string) => {
    const order = await make.order({ id: practiceId, ...of }, { code, patient_code: 'P-1', status: 'delivered' })
    const ofOrder = { brand_id: own.id, practice_id: practiceId, order_id: order.id }
    for (const [index, [status, at]] of steps.entries())
      await make.insert(own.id, 'order_events', { ...ofOrder, sequence: index + 1, status, at })
    if (!signedAt) return
    await make.insert(own.id, 'traceability_statements', {
      ...ofOrder,
      version: 1,
      number: code,
      content: '{}',
      signed_at: signedAt,
      signed_by: (await make.user(own)).id,
      signed_by_name: 'Ana Costa',
      kept_until: '2209-01-01',
    })
  }
  const march = ['shipped', '2026-03-03T08:00:00Z'] as const
  const came = ['delivered', '2026-03-04T08:00:00Z'] as const
  await left('SIGNED', [march, came], '2026-02-27T08:00:00Z')
  await left('UNSIGNED', [march, came, ['delivered', '2026-03-05T08:00:00Z']])
  await left('SIGNED-LATE', [march, came], '2026-04-10T08:00:00Z')
  await left('CARRIED', [['delivered', '2026-03-04T09:00:00Z']])
  await left('IN-APRIL', [march, ['delivered', '2026-04-01T08:00:00Z']])
  const call = await as(await make.user(own, { role: 'production' }))
  const { text, bytes } = await unpacked(await call('/api/staff/inspection?from=2026-03-01&to=2026-03-31'))
  const lines = text('livres-sans-fiche.csv').trim().split('\r\n').slice(1)
  expect(lines.map(line => line.split(';')[0]).toSorted()).toEqual(['CARRIED', 'SIGNED-LATE', 'UNSIGNED'])
  expect(lines.find(line => line.startsWith('SIGNED-LATE'))).toMatch(
    /;Cabinet B;P-1;3 mars 2026 .*;4 mars 2026 .*;10 avr. 2026 /,
  )
  const summary = await readPdf(new Uint8Array(bytes('dossier-inspection.pdf')))
  expect(summary.text.replaceAll('\u00a0', ' ')).toContain('partis sans fiche signée : 3')
})

const noneRunning = () => expect.poll(() => queues.get('inspections')?.().running).toBe(0)

it('draws no sheet before it is read, and gives its turn back to whoever comes next when nobody reads on', async () => {
  const lot = await lotOf()
  await signed('T-READ-1', lot.id)
  const call = await as(technician)
  await noneRunning()
  const answer = await call(`/api/staff/inspection?${ofToday}`)
  const running = () => queues.get('inspections')?.().running
  expect(running()).toBe(1)
  const reader = answer.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await noneRunning()
})

it('ends with the right of whoever reads it', async () => {
  const lot = await lotOf()
  await signed('T-ENDS-1', lot.id)
  const leaving = await make.user(laboratory, { role: 'production' })
  const answer = await (await as(leaving))(`/api/staff/inspection?${ofToday}`)
  await make.within(laboratory.id, client =>
    client.query('update users set disabled_at = now() where id = $1', [leaving.id]),
  )
  await expect(answer.arrayBuffer()).rejects.toThrow()
  await noneRunning()
})

it('wants days in their order, two years at most', async () => {
  const call = await as(technician)
  for (const [days, code] of [
    ['from=2026-03-04&to=2026-03-03', 'period_wrong'],
    ['from=2020-01-01&to=2026-03-03', 'period_too_long'],
  ] as const) {
    const refused = await call(`/api/staff/inspection?${days}`)
    expect(await problemOf(refused)).toMatchObject({ status: 422, errors: [{ path: 'query.to', code }] })
  }
})

it('is the bench’s of the same laboratory alone, and on record', async () => {
  const order = await signed('T-WHO-1', (await lotOf()).id)
  for (const role of ['accounting', 'driver']) {
    const other = await as(await make.user(laboratory, { role }))
    expect((await other(`/api/staff/inspection?${ofToday}`)).status).toBe(403)
  }
  const stranger = await as(await make.user(await make.laboratory()))
  expect((await stranger(`/api/staff/orders/${order.id}/inspection`)).status).toBe(404)
  const own = await make.user(laboratory, { role: 'production' })
  await (await (await as(own))(`/api/staff/orders/${order.id}/inspection`)).arrayBuffer()
  const { rows } = await make.within(laboratory.id, client =>
    client.query(`select order_id from audit_events where user_id = $1 and kind = 'inspection_exported'`, [own.id]),
  )
  expect(rows).toEqual([{ order_id: order.id }])
})
