import { randomUUID } from 'node:crypto'
import { setImmediate as nextTick } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { queues } from '#kit/server/turns.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'
import { type PdfPart, readPdf } from '#test/pdf.ts'
import { inDrawingTurn } from './drawing.ts'

const { make, as, request } = startTestApp()

let practice: TestPractice
let user: TestUser
beforeAll(async () => {
  practice = await make.practice(await make.laboratory(), {
    name: 'Cabinet des Lilas',
    address: '12 rue des Lilas',
    postal_code: '75020',
    city: 'Paris',
  })
  user = await make.user(practice)
})

const addressOf = (id: string) => `/api/orders/${id}/traceability-sheet`

async function addProduct(order: { id: string }, case_sequence: number, values: Record<string, unknown> = {}) {
  await make.orderLine(practice, order.id, 'FIX-101', {
    case_sequence,
    label_fr: 'Couronne zircone monolithique',
    label_en: 'Monolithic zirconia crown',
    ...values,
  })
}

/** The sheet as a reader gets it, with its response. */
async function sheetOf(order: { id: string }, reader = user) {
  const call = await as(reader)
  const response = await call(addressOf(order.id))
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { headers: response.headers, bytes, ...(await readPdf(bytes)) }
}

const tagged = (parts: readonly PdfPart[], tag: string) => parts.filter(part => part.tag === tag).map(part => part.text)

describe('what the sheet says', () => {
  let order: { id: string }
  beforeAll(async () => {
    order = await make.order(practice, {
      code: 'T-26-1187',
      patient: 'Éloïse Bernard',
      patient_code: 'P-0412',
      practice_reference: 'LOG-42',
      status: 'in_production',
      ordered_by: user.id,
      created_at: '2026-11-03T23:30:00Z',
    })
    await addProduct(order, 2, { label_fr: 'Inlay-core', label_en: 'Post and core', teeth: [45] })
    await addProduct(order, 1, {
      label_fr: 'Bridge zircone',
      label_en: 'Zirconia bridge',
      reference: 'BRI-01',
      quantity: 3,
      traceability: 'Zircone, lot 42, cœur 4Y',
      shade: 'A3.5',
      complementary_shade: 'A3',
      teeth: [21, 12, 11],
      sector: 'upper',
    })
  })

  it('in French', async () => {
    const { title, language, isTagged, pages, parts, text } = await sheetOf(order)
    expect({ title, language, isTagged }).toEqual({
      title: 'Fiche de traçabilité T-26-1187',
      language: 'fr',
      isTagged: true,
    })
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('Page 1 sur 1')
    for (const words of [
      'Laboratoire d’essai',
      'Tél. 01 23 45 67 89',
      'Provisoire · État au ',
      'Elle n’est pas signée',
      'Dr Claire Martin',
      'Cabinet des Lilas',
      '12 rue des Lilas',
      '75020 Paris',
      'Code P-0412',
      'à l’usage exclusif de ce patient.',
      'Référence du cabinet : LOG-42',
      'Enregistré le mercredi 4 novembre 2026',
      'Empreinte optique',
      'En fabrication',
      'Bridge zircone',
      'Réf. BRI-01',
      '12–21',
      'Arcade supérieure',
      'A3,5',
      'complémentaire A3',
      'Zircone, lot 42, cœur 4Y',
      'les matériaux et les lots d’un produit sur 2.',
      'À compléter',
    ])
      expect(text).toContain(words)
    expect(text.indexOf('Bridge zircone')).toBeLessThan(text.indexOf('Inlay-core'))
    expect(text).not.toContain('Éloïse')
    expect(tagged(parts, 'H1')).toEqual(['Fiche de traçabilité'])
    expect(tagged(parts, 'H2')).toEqual(['Fabricant', 'Prescripteur', 'Patient', 'Travail', 'Produits'])
    expect(tagged(parts, 'TH')).toEqual(['Produit', 'Qté', 'Dents', 'Teinte', 'Matériaux et lots'])
    expect(tagged(parts, 'TD').slice(0, 4)).toEqual([
      'Bridge zircone Réf. BRI-01',
      '3',
      '12–21 Arcade supérieure',
      'A3,5 complémentaire A3',
    ])
  })

  it('in English', async () => {
    const { title, language, pages, text } = await sheetOf(order, await make.user(practice, { language: 'en' }))
    expect(pages[0]).toContain('Page 1 of 1')
    expect([title, language]).toEqual(['Traceability sheet T-26-1187', 'en'])
    for (const words of [
      'Provisional · As of ',
      'It is not signed',
      'for the exclusive use of this patient.',
      'Practice reference: LOG-42',
      'Registered on Wednesday, 4 November 2026',
      'Zirconia bridge',
      'Ref. BRI-01',
      'A3.5',
      'materials and lots for 1 of the 2 products',
      'To be completed',
    ])
      expect(text).toContain(words)
  })

  it('with every product complete no longer says that something is missing', async () => {
    const complete = await make.order(practice)
    await addProduct(complete, 1, { traceability: 'Lot 7' })
    const { text } = await sheetOf(complete)
    expect(text).not.toContain('pas encore renseigné')
    expect(text).not.toContain('À compléter')
    expect(text).toContain('Provisoire')
  })

  it('without products or prescriber', async () => {
    const { text, parts } = await sheetOf(await make.order(practice))
    expect(text).toContain('Le laboratoire n’a encore enregistré aucun produit.')
    expect(text).toContain('Nom non renseigné')
    expect(tagged(parts, 'TD')).toEqual([])
  })

  it('over several pages, with its columns and whose it is on each', async () => {
    const long = await make.order(practice, { code: 'T-26-2000', patient_code: 'P-77' })
    for (let sequence = 1; sequence <= 25; sequence++)
      await addProduct(long, sequence, {
        label_fr: `Produit ${sequence}.`,
        traceability: `Lot n° ${sequence} `.repeat(5),
      })
    const { pages, parts, text } = await sheetOf(long)
    expect(pages.length).toBeGreaterThan(1)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} sur ${pages.length}`)
      for (const words of ['Matériaux et lots', 'T-26-2000', 'Code P-77', 'Provisoire']) expect(page).toContain(words)
    }
    for (let sequence = 1; sequence <= 25; sequence++) expect(text).toContain(`Produit ${sequence}.`)
    // Screen readers get the column heads once.
    expect(tagged(parts, 'TH')).toHaveLength(5)
  })
})

it('is a download that nothing runs in and nobody keeps', async () => {
  const { headers, bytes } = await sheetOf(await make.order(practice, { code: 'T-26-1200', patient: 'Éloïse Bernard' }))
  expect(new TextDecoder().decode(bytes.subarray(0, 8))).toBe('%PDF-1.7')
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="fiche-de-tracabilite-T-26-1200.pdf"; filename*=UTF-8''fiche-de-tracabilite-T-26-1200.pdf`,
  )
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toContain('sandbox')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

describe('who may have it', () => {
  it('asks for a session', async () => {
    const { id } = await make.order(practice)
    expect((await request(practice.laboratory, addressOf(id))).status).toBe(401)
  })

  it('is none of the staff’s, who have their own screens', async () => {
    const call = await as(await make.user(practice.laboratory))
    expect((await call(addressOf((await make.order(practice)).id))).status).toBe(403)
  })

  it('knows nothing of other practices and laboratories', async () => {
    const neighbour = await make.order(await make.practice(practice.laboratory))
    const stranger = await make.order(await make.practice(await make.laboratory()))
    const call = await as(user)
    for (const id of [randomUUID(), neighbour.id, stranger.id, 'not-an-id']) {
      const response = await call(addressOf(id))
      expect(response.status, id).toBe(404)
      expect(response.headers.get('content-disposition')).toBeNull()
      expect(await problemOf(response)).toMatchObject({ code: 'not_found' })
    }
  })
})

/** The sheet of a case with the same text in every free text field. */
async function sheetFullOf(words: string) {
  const laboratory = await make.laboratory({ company_name: words, client_service_phone: words })
  const own = await make.practice(laboratory, { name: words, address: words, city: words })
  const reader = await make.user(own, { first_name: words, last_name: words })
  const order = await make.order(own, { code: words, patient_code: words, ordered_by: reader.id })
  await make.orderLine(own, order.id, words, {
    label_fr: words,
    label_en: words,
    quantity: 32_767,
    traceability: words,
    shade: words,
    complementary_shade: words,
  })
  return sheetOf(order, reader)
}

describe('whatever the data holds', () => {
  it.each([
    ['a formula', '=cmd()|A1', '=cmd()|A1'],
    ['markup', '</dc:title><script>alert(1)</script>&amp;', '</dc:title><script>alert(1)</script>&amp;'],
    ['PDF syntax', ') Tj ET endstream endobj %%EOF \\(', ') Tj ET endstream endobj %%EOF \\('],
    ['a header', 'T-1\r\nset-cookie: a=b', 'T-1 set-cookie: a=b'],
    ['a turn of direction', 'T-1\u202egnp.exe', 'T-1gnp.exe'],
    ['Hebrew', 'T-1 שלום', 'שלום'],
    ['Arabic', 'T-1 س', 'س'],
    ['what no font has', 'T-1 \u{1F9B7}', 'T-1 [U+1F9B7]'],
    ['a path', '../../etc/passwd', '../../etc/passwd'],
  ])('%s is text, in the sheet and in its name', async (_, words, shown) => {
    const { text, headers, title } = await sheetFullOf(words)
    const found = text.replaceAll(' ', '').split(shown.replaceAll(' ', '')).length - 1
    // Laboratory, telephone, prescriber twice, practice, address, city, both codes and the five texts of the product.
    expect(found).toBeGreaterThanOrEqual(14)
    expect(title).toMatch(/^Fiche de traçabilité /)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.-]+$/)
    expect(headers.get('set-cookie')).toBeNull()
  })

  it('300 letters without a space are all there', async () => {
    const { text, headers } = await sheetFullOf('W'.repeat(300))
    expect(text.replace(/[^W]/g, '').length).toBeGreaterThanOrEqual(14 * 300)
    expect(headers.get('content-disposition')?.length).toBeLessThan(250)
  })
})

it('is refused at once while too many wait, and comes again when they are done', async () => {
  const order = await make.order(practice)
  const call = await as(user)
  const { promise, resolve } = Promise.withResolvers<void>()
  const queue: Promise<unknown>[] = []
  let isFull = false
  const own = { tenant: user.laboratory.id, group: practice.id, user: user.id }
  while (!isFull) {
    const turn = inDrawingTurn(own, () => promise).catch(() => {
      isFull = true
    })
    queue.push(turn)
    await nextTick()
  }
  const refused = await call(addressOf(order.id))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await problemOf(refused)).toMatchObject({ code: 'unavailable' })
  expect(refused.headers.get('content-disposition')).toBeNull()
  resolve()
  await Promise.all(queue)
  expect((await call(addressOf(order.id))).status).toBe(200)
})

it('another laboratory’s sheet is drawn next, however many one laboratory asks for', async () => {
  const other = await make.practice(await make.laboratory())
  const [ours, theirs] = await Promise.all([make.order(practice), make.order(other)])
  const [call, stranger] = await Promise.all([as(user), make.user(other).then(as)])
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
  const held = inDrawingTurn({ tenant: practice.laboratory.id }, () => isHeld)
  const drawn: string[] = []
  const ask = async (asking: typeof call, { id }: { id: string }, whose: string) => {
    expect((await asking(addressOf(id))).status).toBe(200)
    drawn.push(whose)
  }
  const flood = Array.from({ length: 8 }, () => ask(call, ours, 'flood'))
  await expect.poll(() => queues.get('sheets')?.().waiting).toBe(flood.length)
  const last = ask(stranger, theirs, 'another')
  await expect.poll(() => queues.get('sheets')?.().waiting).toBe(flood.length + 1)
  letGo()
  await Promise.all([held, ...flood, last])
  expect(drawn.indexOf('another')).toBeLessThanOrEqual(1)
})
