import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listenTo } from '#test/events.ts'
import { problemOf, startTestApp } from '#test/harness.ts'

const { make, as, request, owner } = startTestApp()

const crown = {
  family: 'fixed',
  labelFr: 'Couronne e.max',
  labelEn: 'E.max crown',
  oneFr: 'Couronne e.max',
  manyFr: 'Couronnes e.max',
  oneEn: 'E.max crown',
  manyEn: 'E.max crowns',
  leadDays: 6,
  teeth: 'required',
  minimumTeeth: 1,
  hasPontics: false,
  sector: 'none',
  shade: 'required',
  implant: 'none',
  vat: 'exempt',
  priceCents: 16_500,
  isImplantable: false,
  material: 'Disilicate de lithium',
}
type Call = Awaited<ReturnType<typeof as>>
const products = '/api/staff/catalogue/products'
const add = (call: Call, body: object = {}, headers = {}) =>
  call(products, { body: { reference: 'COU-10', ...crown, ...body }, headers })
const change = (call: Call, body: object, reference = 'COU-10') =>
  call(`${products}/${encodeURIComponent(reference)}`, {
    method: 'PUT',
    body: { ...crown, isRetired: false, version: 1, ...body },
  })
const told = async (answer: Response) => {
  const { status, code, errors } = await problemOf(answer)
  return [status, code, ...(errors ?? []).map(error => `${error.path} ${error.code}`)]
}
const dataOf = async (answer: Response) => (await answer.json()).data

async function opened() {
  const laboratory = await make.laboratory()
  await make.insert(laboratory.id, 'product_families', {
    brand_id: laboratory.id,
    id: 'fixed',
    position: 1,
    name_fr: 'Fixe',
    name_en: 'Fixed',
  })
  const staff = await make.user(laboratory, { title: '', first_name: 'Claire', last_name: 'Roux' })
  return { laboratory, staff, call: await as(staff) }
}
const catalogue = async (call: Call) => dataOf(await call('/api/staff/catalogue'))

describe('what a laboratory offers', () => {
  it('is shown to its administrators in both languages, with who has said so', async () => {
    const { laboratory, call } = await opened()
    await make.product(laboratory, { reference: 'OLD', is_retired: true })
    expect((await add(call)).status).toBe(201)
    const [family] = await catalogue(call)
    expect(family).toMatchObject({ id: 'fixed', nameFr: 'Fixe', nameEn: 'Fixed' })
    expect(family.products).toEqual([
      expect.objectContaining({ reference: 'OLD', isRetired: true, changedBy: null }),
      {
        ...crown,
        reference: 'COU-10',
        version: 1,
        isRetired: false,
        changedBy: 'Claire Roux',
        changedAt: expect.stringMatching(/^\d{4}-/),
      },
    ])
  })

  it('is offered to practices from the next call on, and told to their open screens', async () => {
    const { laboratory, staff, call } = await opened()
    const practice = await make.practice(laboratory)
    const asDoctor = await as(await make.user(practice, { language: 'en' }))
    const events = listenTo(await asDoctor('/api/events'))
    await events.next('ready')
    await add(call)
    expect((await events.next('change')).topics).toEqual(['catalogue'])
    await events.close()
    const { families } = await dataOf(await asDoctor('/api/catalogue'))
    expect(families[0].products[0]).toMatchObject({ reference: 'COU-10', label: 'E.max crown', leadDays: 6 })
    await change(call, { isRetired: true })
    expect((await dataOf(await asDoctor('/api/catalogue'))).families).toEqual([])
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select kind from audit_events where user_id = $1 order by id', [staff.id]),
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['catalogue_changed', 'catalogue_changed'])
  })

  it('changes for what is ordered from now on: a case keeps what it was ordered with', async () => {
    const { laboratory, call } = await opened()
    await add(call)
    const asDoctor = await as(await make.user(await make.practice(laboratory)))
    const order = (reference: string) =>
      asDoctor('/api/orders', {
        body: {
          patientCode: 'P-1',
          printType: 'optical',
          prescriberName: 'Dr Durand',
          products: [{ reference, quantity: 1, teeth: [26], shade: 'A2' }],
        },
      })
    const before = await dataOf(await order('COU-10'))
    expect((await change(call, { priceCents: 20_000, leadDays: 30, labelFr: 'Couronne nouvelle' })).status).toBe(204)
    const after = await dataOf(await order('COU-10'))
    const shown = async ({ id }: { id: string }) => dataOf(await asDoctor(`/api/orders/${id}`))
    expect(await shown(before)).toMatchObject({
      totalCents: 16_500,
      deliveryDate: before.deliveryDate,
      products: [{ label: 'Couronne e.max' }],
    })
    expect(await shown(after)).toMatchObject({ totalCents: 20_000, products: [{ label: 'Couronne nouvelle' }] })
    expect(after.deliveryDate > before.deliveryDate).toBe(true)
    const { rows } = await make.within(laboratory.id, client =>
      client.query(
        `select p.price_cents from order_products l
         join products p on p.brand_id = l.brand_id and p.reference = l.reference and p.version = l.product_version
         where l.order_id = any($1) order by p.version`,
        [[before.id, after.id]],
      ),
    )
    expect(rows).toEqual([{ price_cents: 16_500 }, { price_cents: 20_000 }])
  })

  it('remembers each version; what is the same makes none', async () => {
    const { call } = await opened()
    await add(call)
    expect((await change(call, {})).status).toBe(204)
    await change(call, { leadDays: 5 })
    await change(call, { leadDays: 5, isRetired: true, version: 2 })
    const versions = await dataOf(await call(`${products}/COU-10/versions`))
    expect(versions).toMatchObject([
      { version: 3, leadDays: 5, isRetired: true, changedBy: 'Claire Roux' },
      { version: 2, leadDays: 5, isRetired: false },
      { version: 1, leadDays: 6 },
    ])
    expect(await told(await call(`${products}/NONE/versions`))).toEqual([404, 'not_found'])
  })

  it('never loses a change of a colleague', async () => {
    const { laboratory, call } = await opened()
    await add(call)
    const colleague = await as(await make.user(laboratory))
    const answers = await Promise.all([change(call, { leadDays: 4 }), change(colleague, { leadDays: 9 })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await told(await change(call, { leadDays: 2 }))).toEqual([409, 'conflict'])
    // A retry after a lost answer succeeds.
    const kept = answers[0]?.status === 204 ? 4 : 9
    expect((await change(call, { leadDays: kept })).status).toBe(204)
  })

  it('is added once, under a reference that is never given again', async () => {
    const { call } = await opened()
    const key = { 'idempotency-key': randomUUID() }
    const [one, two] = [await add(call, {}, key), await add(call, {}, key)]
    expect(await two.text()).toBe(await one.text())
    expect(await told(await add(call))).toEqual([409, 'reference_taken'])
    await change(call, { isRetired: true })
    expect(await told(await add(call))).toEqual([409, 'reference_taken'])
  })

  it.each([
    [{ reference: 'A/B' }, 'reference reference_wrong'],
    [{ reference: '-x' }, 'reference reference_wrong'],
    [{ labelFr: ' ' }, 'labelFr required'],
    [{ oneEn: 'x'.repeat(121) }, 'oneEn too_long'],
    [{ leadDays: 121 }, 'leadDays out_of_range'],
    [{ leadDays: 1.5 }, 'leadDays out_of_range'],
    [{ priceCents: -1 }, 'priceCents out_of_range'],
    [{ vat: 'reduced' }, 'vat not_listed'],
    [{ family: 'nobody' }, 'family not_listed'],
    [{ minimumTeeth: 3 }, 'minimumTeeth run_only'],
    [{ hasPontics: true }, 'hasPontics run_only'],
  ])('is refused by field: %j', async (wrong, error) => {
    const { call } = await opened()
    expect(await told(await add(call, wrong))).toEqual([422, 'input_invalid', error])
  })

  it('has a bridge with its shortest run, and may have no price yet', async () => {
    const { call } = await opened()
    expect((await add(call, { teeth: 'run', minimumTeeth: 3, hasPontics: true, priceCents: null })).status).toBe(201)
    const [{ products: listed }] = await catalogue(call)
    expect(listed).toMatchObject([{ teeth: 'run', minimumTeeth: 3, hasPontics: true, priceCents: null }])
  })
})

describe('the order of the catalogue', () => {
  it('is the laboratory’s, for families and within each', async () => {
    const { laboratory, call } = await opened()
    for (const reference of ['A', 'B', 'C']) await add(call, { reference })
    const made = await dataOf(
      await call('/api/staff/catalogue/families', { body: { nameFr: 'Amovible', nameEn: 'Removable' } }),
    )
    await add(call, { reference: 'D', family: made.id })
    const place = (path: string, body: object) => call(`/api/staff/catalogue/families${path}`, { method: 'PUT', body })
    expect((await place('/fixed/products', { references: ['C', 'A', 'B'] })).status).toBe(204)
    expect((await place('', { families: [made.id, 'fixed'] })).status).toBe(204)
    expect((await place(`/${made.id}`, { nameFr: 'Amovibles', nameEn: 'Removables' })).status).toBe(204)
    const asDoctor = await as(await make.user(await make.practice(laboratory)))
    const { families } = await dataOf(await asDoctor('/api/catalogue'))
    const shown = families.map((family: { name: string; products: { reference: string }[] }) => [
      family.name,
      ...family.products.map(({ reference }) => reference),
    ])
    expect(shown).toEqual([
      ['Amovibles', 'D'],
      ['Fixe', 'C', 'A', 'B'],
    ])
    // A change keeps the position; moving to another family assigns a new one.
    await change(call, { leadDays: 2 }, 'A')
    await change(call, { family: made.id }, 'C')
    const [first, second] = await catalogue(call)
    const names = (family: { products: { reference: string }[] }) => family.products.map(({ reference }) => reference)
    expect([names(first), names(second)]).toEqual([
      ['D', 'C'],
      ['A', 'B'],
    ])
  })

  it('is refused where it leaves one out, or names what is not there', async () => {
    const { call } = await opened()
    for (const reference of ['A', 'B']) await add(call, { reference })
    const place = (path: string, body: object) => call(`/api/staff/catalogue/families${path}`, { method: 'PUT', body })
    for (const references of [['A'], ['A', 'A'], ['A', 'B', 'C']])
      expect(await told(await place('/fixed/products', { references }))).toEqual([409, 'conflict'])
    expect(await told(await place('', { families: [] }))).toEqual([409, 'conflict'])
    expect(await told(await place('/nobody', { nameFr: 'x', nameEn: 'y' }))).toEqual([404, 'not_found'])
    expect(await told(await place('/nobody/products', { references: ['A'] }))).toEqual([404, 'not_found'])
  })
})

describe('the catalogue is not changed by', () => {
  it('another laboratory, practices, strangers, nor those of the staff who do not administer', async () => {
    const { laboratory, call } = await opened()
    await add(call)
    const other = await as((await opened()).staff)
    expect(await told(await change(other, {}))).toEqual([404, 'not_found'])
    expect(await told(await other(`${products}/COU-10/versions`))).toEqual([404, 'not_found'])
    const manager = await make.user(await make.practice(laboratory), { account_type: 'manager' })
    const others = await Promise.all(
      ['production', 'accounting', 'driver'].map(role => make.user(laboratory, { role })),
    )
    for (const user of [manager, ...others]) {
      const refused = await as(user)
      for (const answer of [await add(refused), await change(refused, {}), await refused('/api/staff/catalogue')])
        expect(answer.status).toBe(403)
    }
    expect((await request(laboratory, '/api/staff/catalogue')).status).toBe(401)
  })

  it('SQL in the context of anybody else; and no version is ever rewritten', async () => {
    const { laboratory, call } = await opened()
    await add(call)
    const driver = await make.user(laboratory, { role: 'driver' })
    const tried = (statement: string) =>
      make.within(laboratory.id, async client => {
        await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, driver.id])
        return client.query(statement)
      })
    for (const statement of [
      'update products set position = 9',
      "update product_families set name_fr = 'x'",
      `insert into product_families (brand_id, id, position, name_fr, name_en) values ('${laboratory.id}', 'x', 1, 'x', 'x')`,
    ])
      await expect(tried(statement), statement).rejects.toThrow(/administrator of the laboratory/)
    const { rows } = await owner.query(
      `select privilege_type || coalesce(' ' || column_name, '') as may from information_schema.column_privileges
       where grantee = 'arcade_app' and table_name = 'products' and privilege_type = 'UPDATE'
       union select privilege_type from information_schema.role_table_grants
       where grantee = 'arcade_app' and table_name = 'products' order by 1`,
    )
    expect(rows.map(({ may }) => may)).toEqual(['DELETE', 'INSERT', 'SELECT', 'UPDATE position'])
  })
})
