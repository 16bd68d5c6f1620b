import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as files from '#test/files.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestUser } from '#test/make.ts'

const { app, make, as, request } = startTestApp()

const practiceOfItsOwn = async () => make.practice(await make.laboratory())
type Call = Awaited<ReturnType<typeof as>>
const address = (id: string) => `/api/order-drafts/${id}`
const save = (call: Call, id: string, content: object, follows: number) =>
  call(address(id), { method: 'PUT', body: { content, follows } })
/** Returns the new draft's id. */
async function begin(call: Call, content: object = {}): Promise<string> {
  const id = randomUUID()
  expect((await save(call, id, content, 0)).status).toBe(200)
  return id
}
const read = async (call: Call, id: string) => {
  const response = await call(address(id))
  return response.status === 404 ? null : (await response.json()).data
}
const list = async (call: Call) => (await (await call('/api/order-drafts')).json()).data as { id: string }[]
const codeOf = async (response: Response) => (await problemOf(response)).code

describe('a draft', () => {
  it('is kept as far as it has come, half typed or not', async () => {
    const call = await as(await make.user(await practiceOfItsOwn()))
    const id = randomUUID()
    expect(await read(call, id)).toBeNull()
    const content = {
      patientCode: 'P-7',
      appointmentDay: '31/1',
      products: [{ reference: 'COU', teeth: [11], shade: '' }],
    }
    const first = await save(call, id, content, 0)
    expect(first.status).toBe(200)
    const { data } = await first.json()
    expect(data).toEqual({ id, version: 1, updatedAt: expect.stringMatching(/Z$/) })
    expect(await read(call, id)).toEqual({ ...data, content })
    const second = await (await save(call, id, { patient: 'Élodie' }, 1)).json()
    expect(second.data).toMatchObject({ id, version: 2 })
    expect(await read(call, id)).toMatchObject({ version: 2, content: { patient: 'Élodie' } })
  })

  it('is one of several, each with its patient and work in one line, the latest words first', async () => {
    const practice = await practiceOfItsOwn()
    await make.product(practice.laboratory, { reference: 'COU' })
    const call = await as(await make.user(practice))
    const first = await begin(call, {
      patientCode: 'P-1',
      products: [{ reference: 'COU', teeth: [26], shade: 'A3.5' }],
    })
    const second = await begin(call, { patient: 'Élodie', products: [{ reference: 'GONE', teeth: [11] }] })
    expect(await list(call)).toEqual([
      { id: second, updatedAt: expect.stringMatching(/Z$/), patientCode: null, patient: 'Élodie', summary: '' },
      {
        id: first,
        updatedAt: expect.stringMatching(/Z$/),
        patientCode: 'P-1',
        patient: null,
        summary: 'Couronne zircone 26 · A3,5',
      },
    ])
    await save(call, first, { patientCode: 'P-2' }, 1)
    expect(await list(call)).toMatchObject([{ id: first, patientCode: 'P-2' }, { id: second }])
    expect(await read(call, second)).toMatchObject({ version: 1, content: { patient: 'Élodie' } })
  })

  it('begun by dropping scans alone is called by them', async () => {
    const call = await as(await make.user(await practiceOfItsOwn(), { language: 'fr' }))
    const id = await begin(call, {})
    const attach = (name: string, facets: number) =>
      call(`/api/order-drafts/${id}/attachments`, { body: files.form(name, files.stl(facets)) })
    expect((await attach('upper.stl', 3)).status).toBe(201)
    expect(await list(call)).toMatchObject([{ id, summary: 'Brouillon avec 1 fichier' }])
    expect((await attach('lower.stl', 4)).status).toBe(201)
    expect(await list(call)).toMatchObject([{ summary: 'Brouillon avec 2 fichiers' }])
    await save(call, id, { patientCode: 'P-7' }, 1)
    expect(await list(call)).toMatchObject([{ patientCode: 'P-7', summary: '2 fichiers' }])
  })

  it('is one of thirty at most, however many are begun at once', async () => {
    const call = await as(await make.user(await practiceOfItsOwn()))
    const ids = Array.from({ length: 34 }, () => randomUUID())
    const answers = await Promise.all(ids.map(id => save(call, id, {}, 0)))
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(4)
    for (const response of refused) expect(await codeOf(response)).toBe('too_many_drafts')
    const kept = await list(call)
    expect(kept).toHaveLength(30)
    // Existing drafts can still be saved, also when an answer was lost; deleting one makes room.
    const [one] = kept
    expect((await save(call, one?.id ?? '', {}, 0)).status).toBe(200)
    expect((await save(call, one?.id ?? '', { patientCode: 'P-1' }, 1)).status).toBe(200)
    expect((await call(address(one?.id ?? ''), { method: 'DELETE' })).status).toBe(204)
    await begin(call)
  })

  it('takes the words of one of two tabs and tells the other', async () => {
    const call = await as(await make.user(await practiceOfItsOwn()))
    const id = await begin(call)
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(patientCode => save(call, id, { patientCode }, 1)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409) as Response
    expect(await codeOf(refused)).toBe('draft_changed')
    for (const follows of [0, 1, 3, 99])
      expect((await save(call, id, { patientCode: 'late' }, follows)).status).toBe(409)
    expect(await read(call, id)).toMatchObject({ version: 2 })
  })

  it('saved again because the answer was lost is saved, not changed by somebody else', async () => {
    const call = await as(await make.user(await practiceOfItsOwn()))
    const id = randomUUID()
    for (const follows of [0, 1]) {
      const content = { patientCode: `P-${follows}`, comment: 'é' }
      const first = await (await save(call, id, content, follows)).json()
      const again = await save(call, id, content, follows)
      expect([again.status, await again.json()]).toEqual([200, first])
    }
    expect(await read(call, id)).toMatchObject({ version: 2 })
  })

  it('begun in two tabs at once is one draft', async () => {
    const call = await as(await make.user(await practiceOfItsOwn()))
    const id = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, tab) => save(call, id, { patientCode: String(tab) }, 0)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  it('is seen by nobody else: no colleague, no other practice, no other laboratory, nobody who is not signed in', async () => {
    const practice = await practiceOfItsOwn()
    const owner = await as(await make.user(practice))
    const id = await begin(owner, { patient: 'Élodie' })
    const others = [
      await make.user(practice),
      await make.user(await make.practice(practice.laboratory)),
      await make.user(await practiceOfItsOwn()),
    ]
    for (const other of others) {
      const call = await as(other)
      expect(await list(call)).toEqual([])
      expect(await read(call, id)).toBeNull()
      expect((await save(call, id, { patientCode: 'x' }, 1)).status).toBe(404)
      expect((await call(address(id), { method: 'DELETE' })).status).toBe(404)
      expect((await (await call(`/api/attachments?draft=${id}`)).json()).data).toEqual([])
    }
    for (const [path, method] of [
      ['/api/order-drafts', 'GET'],
      [address(id), 'GET'],
      [address(id), 'DELETE'],
    ] as const)
      expect((await request(practice.laboratory, path, { method })).status).toBe(401)
    const notOrdering = await as(await make.user(practice, { is_dlcpm: true }))
    expect((await notOrdering('/api/order-drafts')).status).toBe(403)
    expect(await read(owner, id)).toMatchObject({ version: 1, content: { patient: 'Élodie' } })
  })

  it('is not overwritten by who takes its id, in the same laboratory or in another', async () => {
    const practice = await practiceOfItsOwn()
    const owner = await as(await make.user(practice))
    const id = await begin(owner, { patient: 'Élodie' })
    const colleague = await save(await as(await make.user(practice)), id, { patientCode: 'x' }, 0)
    expect([colleague.status, await codeOf(colleague)]).toEqual([409, 'draft_changed'])
    const elsewhere = await as(await make.user(await practiceOfItsOwn()))
    expect((await save(elsewhere, id, { patientCode: 'x' }, 0)).status).toBe(200)
    expect(await read(owner, id)).toMatchObject({ version: 1, content: { patient: 'Élodie' } })
  })

  it('is not shown to a colleague by the database itself, whatever is asked', async () => {
    const practice = await practiceOfItsOwn()
    const [owner, colleague] = [await make.user(practice), await make.user(practice)]
    await begin(await as(owner), { patient: 'Élodie' })
    const { id: brandId, host } = practice.laboratory
    const seenBy = async (user: TestUser) => {
      const sessionId = randomUUID()
      const session = { brand_id: brandId, id: sessionId, user_id: user.id, refresh_seed: Buffer.alloc(32) }
      await make.insert(brandId, 'sessions', session)
      const opening = { for: 'session', host, brandId, sessionId } as const
      return app.api.services.database.withTenant(opening, 'read', tx =>
        tx.selectFrom('order_drafts').select('user_id').execute(),
      )
    }
    expect(await seenBy(owner)).toEqual([{ user_id: owner.id }])
    expect(await seenBy(colleague)).toEqual([])
  })

  it('is thrown away with its files, and is not there a second time; the others stay', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const call = await as(user)
    const [id, other] = [await begin(call), await begin(call)]
    for (const [draft_id, name] of [
      [id, 'photo.jpg'],
      [other, 'other.jpg'],
    ])
      await make.insert(practice.laboratory.id, 'attachments', {
        brand_id: practice.laboratory.id,
        practice_id: practice.id,
        draft_id,
        name,
        type: 'jpg',
        state: 'ready',
        size: 10,
        sha256: Buffer.alloc(32),
        created_by: user.id,
      })
    for (const status of [204, 404]) expect((await call(address(id), { method: 'DELETE' })).status).toBe(status)
    expect((await save(call, id, { patientCode: 'P-1' }, 1)).status).toBe(404)
    expect(await list(call)).toMatchObject([{ id: other }])
    const { rows } = await make.within(practice.laboratory.id, client =>
      client.query('select name, state, draft_id from attachments where practice_id = $1 order by name', [practice.id]),
    )
    expect(rows).toEqual([
      { name: 'other.jpg', state: 'ready', draft_id: other },
      { name: 'photo.jpg', state: 'removed', draft_id: null },
    ])
    const filesOf = async (draft: string) => (await (await call(`/api/attachments?draft=${draft}`)).json()).data
    expect(await filesOf(other)).toMatchObject([{ name: 'other.jpg' }])
    expect(await filesOf(id)).toEqual([])
  })

  it('takes what a prescription can be, and says so of what is more', async () => {
    const practice = await practiceOfItsOwn()
    const call = await as(await make.user(practice))
    const id = randomUUID()
    for (const content of [{ brandId: practice.laboratory.id }, { products: [{ reference: 'x', priceCents: 1 }] }])
      expect((await save(call, id, content, 0)).status).toBe(422)
    expect((await save(call, 'no-id', {}, 0)).status).toBe(404)
    // Too long to be sent: the form shortens it, saving does not.
    const pasted = { comment: 'x'.repeat(2_800) }
    expect((await save(call, randomUUID(), pasted, 0)).status).toBe(200)
    const long = { reference: 'x', note: 'n'.repeat(2_000), shade: 's'.repeat(2_000) }
    const tooLarge = await save(call, id, { products: Array.from({ length: 20 }, () => long) }, 0)
    expect([tooLarge.status, await codeOf(tooLarge)]).toEqual([413, 'body_too_large'])
    // Half an emoji, as a keyboard may leave it: PostgreSQL text cannot hold it.
    const halved = JSON.stringify({ content: { patient: '😀' }, follows: 0 }).replace('😀', '\\ud83d')
    expect((await call(address(id), { method: 'PUT', body: halved })).status).toBe(200)
    expect(await read(call, id)).toMatchObject({ content: { patient: '\ufffd' } })
  })
})

describe('templates', () => {
  const content = { printType: 'optical', products: [{ reference: 'COU', shade: 'A2' }] }
  const keep = (call: Call, name: string, body: object = content) =>
    call('/api/order-templates', { body: { name, content: body } })
  const list = async (call: Call) => (await (await call('/api/order-templates')).json()).data as { name: string }[]

  it('are kept by a practice, in the order of their names, and forgotten', async () => {
    const practice = await practiceOfItsOwn()
    const [call, colleague] = [await as(await make.user(practice)), await as(await make.user(practice))]
    const kept = await keep(call, ' Couronne 10 ')
    expect(kept.status).toBe(201)
    const { data } = await kept.json()
    expect(data).toEqual({
      id: expect.any(String),
      name: 'Couronne 10',
      content,
      createdAt: expect.stringMatching(/Z$/),
    })
    await keep(colleague, 'Couronne 9')
    expect((await list(colleague)).map(({ name }) => name)).toEqual(['Couronne 9', 'Couronne 10'])
    expect((await colleague(`/api/order-templates/${data.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await colleague(`/api/order-templates/${data.id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await list(call)).map(({ name }) => name)).toEqual(['Couronne 9'])
    const { rows } = await make.within(practice.laboratory.id, client =>
      client.query(`select kind from audit_events where kind::text !~ '_(viewed|refused)$' order by id`),
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['template_saved', 'template_saved', 'template_deleted'])
  })

  it('take no patient and no date', async () => {
    const call = await as(await make.user(await practiceOfItsOwn()))
    for (const patient of [
      { patient: 'Élodie' },
      { patientCode: 'P-7' },
      { wishedDate: '2030-01-01' },
      { appointmentDay: '2030-01-01' },
      { appointmentTime: '10:00' },
    ])
      expect((await keep(call, 'x', { ...content, ...patient })).status, JSON.stringify(patient)).toBe(422)
    expect(await list(call)).toEqual([])
  })

  it('have names of their own, at most fifty, however many are kept at once', async () => {
    const practice = await practiceOfItsOwn()
    const call = await as(await make.user(practice))
    const same = await Promise.all(Array.from({ length: 4 }, () => keep(call, 'Bridge')))
    expect(same.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect((await problemOf(same.find(({ status }) => status === 409) as Response)).code).toBe('template_name_taken')
    const many = await Promise.all(Array.from({ length: 55 }, (_, index) => keep(call, `Modèle ${index}`)))
    expect(many.filter(({ status }) => status === 201)).toHaveLength(49)
    const refused = many.filter(({ status }) => status === 409)
    for (const response of refused) expect((await problemOf(response)).code).toBe('too_many_templates')
    expect(await list(call)).toHaveLength(50)
  })

  it('take another name, unless the practice has one of that name', async () => {
    const call = await as(await make.user(await practiceOfItsOwn()))
    const { data } = await (await keep(call, 'Couronne')).json()
    await keep(call, 'Bridge')
    const rename = (name: string) => call(`/api/order-templates/${data.id}`, { method: 'PATCH', body: { name } })
    expect(await (await rename(' Couronne zircone ')).json()).toEqual({ data: { ...data, name: 'Couronne zircone' } })
    expect((await rename('Couronne zircone')).status).toBe(200)
    const taken = await rename('Bridge')
    expect([taken.status, (await problemOf(taken)).code]).toEqual([409, 'template_name_taken'])
    expect((await rename(' ')).status).toBe(422)
    expect((await list(call)).map(({ name }) => name)).toEqual(['Bridge', 'Couronne zircone'])
  })

  it('of other practices and laboratories are not there', async () => {
    const practice = await practiceOfItsOwn()
    const { data } = await (await keep(await as(await make.user(practice)), 'x')).json()
    for (const other of [await make.practice(practice.laboratory), await practiceOfItsOwn()]) {
      const call = await as(await make.user(other))
      expect(await list(call)).toEqual([])
      const theirs = `/api/order-templates/${data.id}`
      expect((await call(theirs, { method: 'DELETE' })).status).toBe(404)
      expect((await call(theirs, { method: 'PATCH', body: { name: 'y' } })).status).toBe(404)
      expect((await keep(call, 'x')).status).toBe(201)
    }
  })
})

it('drafts, templates and promises are for people of a practice who are signed in and may order', async () => {
  const practice = await practiceOfItsOwn()
  const [staff, dlcpm] = [
    await as(await make.user(practice.laboratory)),
    await as(await make.user(practice, { is_dlcpm: true })),
  ]
  for (const [path, options] of [
    ['/api/order-drafts', {}],
    [address(randomUUID()), {}],
    [address(randomUUID()), { method: 'PUT', body: { content: {}, follows: 0 } }],
    [address(randomUUID()), { method: 'DELETE' }],
    ['/api/order-templates', {}],
    ['/api/order-templates', { body: { name: 'x', content: {} } }],
    [`/api/order-templates/${randomUUID()}`, { method: 'PATCH', body: { name: 'x' } }],
    [`/api/order-templates/${randomUUID()}`, { method: 'DELETE' }],
    ['/api/orders/promise', { body: { printType: 'optical', products: [{ reference: 'x' }] } }],
  ] as const) {
    expect((await request(practice.laboratory, path, options)).status, path).toBe(401)
    expect((await staff(path, options)).status, path).toBe(403)
    expect((await dlcpm(path, options)).status, path).toBe(403)
  }
})
