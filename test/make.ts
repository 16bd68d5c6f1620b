import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { hashPassword } from '#features/auth/server/password.ts'

export const testPassword = 'Correct-horse-26!'
let testPasswordHash: Promise<string> | undefined

export type TestLaboratory = { id: string; host: string }
export type TestPractice = { id: string; laboratory: TestLaboratory }
export type TestUser = { id: string; login: string; laboratory: TestLaboratory; practiceId: string | null }

const unique = (prefix: string) => `${prefix}-${randomBytes(5).toString('hex')}`

async function insertWith(client: pg.PoolClient, table: string, values: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(values)
  await client.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(values),
  )
}

/** Rows for tests, written as the owner within the signed context of their laboratory. */
export function makeWith(owner: pg.Pool, hashed = hashPassword) {
  /** Row-level security is forced on the owner too: even factories act for one laboratory at a time. */
  async function within<T>(brandId: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await owner.connect()
    try {
      await client.query('begin')
      await client.query('select tenant.set_context($1, null, null)', [brandId])
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  const insert = (brandId: string, table: string, values: Record<string, unknown>): Promise<void> =>
    within(brandId, client => insertWith(client, table, values))

  async function laboratory(values: Record<string, unknown> = {}): Promise<TestLaboratory> {
    const id = randomUUID()
    const host = `${unique('laboratory')}.test`
    await insert(id, 'brands', {
      id,
      company_name: 'Laboratoire d’essai',
      client_service_phone: '01 23 45 67 89',
      delivery_time_information: JSON.stringify({ version: 1, defaultLanguage: 'fr', content: {} }),
      primary_color: '#006d6f',
      primary_foreground_color: '#ffffff',
      secondary_color: '#e9f3f3',
      secondary_foreground_color: '#0b4f50',
      card_foreground_color: '#17212b',
      ring_color: '#2a9d9f',
      border_color: '#dde3e6',
      ...values,
    })
    await insert(id, 'brand_hosts', { brand_id: id, host })
    return { id, host }
  }

  async function practice(of: TestLaboratory, values: Record<string, unknown> = {}): Promise<TestPractice> {
    const id = randomUUID()
    await insert(of.id, 'practices', { brand_id: of.id, id, name: 'Cabinet d’essai', ...values })
    return { id, laboratory: of }
  }

  /** A user of a practice; of the laboratory's staff, an administrator, when given the laboratory itself. */
  async function user(of: TestPractice | TestLaboratory, values: Record<string, unknown> = {}): Promise<TestUser> {
    const [lab, practiceId] = 'host' in of ? [of, null] : [of.laboratory, of.id]
    const kind = practiceId ? { kind: 'practice', account_type: 'doctor' } : { kind: 'staff', role: 'administrator' }
    const id = randomUUID()
    const login = unique('user')
    testPasswordHash ??= hashed(testPassword)
    await insert(lab.id, 'users', {
      brand_id: lab.id,
      id,
      practice_id: practiceId,
      ...kind,
      login,
      email: `${login}@example.test`,
      title: 'Dr',
      first_name: 'Claire',
      last_name: 'Martin',
      password_hash: await testPasswordHash,
      ...values,
    })
    return { id, login: String(values.login ?? login), laboratory: lab, practiceId }
  }

  async function order(of: TestPractice, values: Record<string, unknown> = {}): Promise<{ id: string; code: string }> {
    const id = randomUUID()
    const code = unique('T')
    const deliveryOn = 'delivery_on' in values ? values.delivery_on : null
    await insert(of.laboratory.id, 'orders', {
      brand_id: of.laboratory.id,
      id,
      practice_id: of.id,
      code,
      patient_code: 'P-0001',
      print_type: 'optical',
      first_delivery_on: deliveryOn,
      held_from: values.status === 'on_hold' ? 'in_preparation' : null,
      summary_fr: 'Couronne zircone 26 · A2',
      summary_en: 'Zirconia crown 26 · A2',
      ...values,
    })
    return { id, code: String(values.code ?? code) }
  }

  /** What is made in a case: a crown unless said otherwise. */
  const orderLine = (of: TestPractice, orderId: string, reference: string, values: Record<string, unknown> = {}) =>
    insert(of.laboratory.id, 'order_products', {
      brand_id: of.laboratory.id,
      practice_id: of.id,
      order_id: orderId,
      case_sequence: 1,
      reference,
      label_fr: 'Couronne zircone',
      label_en: 'Zirconia crown',
      quantity: 1,
      ...values,
    })

  /** A lot that may be used unless said otherwise; its material comes with it. */
  async function lot(
    of: TestLaboratory,
    {
      material = {},
      checked = true,
      ...values
    }: Record<string, unknown> & { material?: object; checked?: boolean } = {},
  ): Promise<{ id: string; number: string; materialId: string }> {
    const [id, materialId] = [randomUUID(), randomUUID()]
    const number = unique('LOT')
    const name = unique('Zircone')
    const entered = { name, maker: 'Dental Direkt', kind: 'ceramic', ...material }
    await insert(of.id, 'materials', { brand_id: of.id, id: materialId, ...entered })
    const looker = checked ? await user(of) : undefined
    await insert(of.id, 'material_lots', {
      brand_id: of.id,
      id,
      material_id: materialId,
      number,
      arrived_on: '2026-01-05',
      ...(looker && { checked_by: looker.id, checked_by_name: 'Dr Claire Martin', checked_at: '2026-01-05T09:00:00Z' }),
      ...values,
    })
    return { id, number: String(values.number ?? number), materialId }
  }

  /** A crown unless said otherwise; its family comes with it. */
  async function product(
    of: TestLaboratory,
    values: Record<string, unknown> = {},
  ): Promise<{ reference: string; version: number }> {
    const reference = unique('PRO')
    const family = values.family ?? 'fixed'
    await within(of.id, client =>
      client.query(
        `insert into product_families (brand_id, id, position, name_fr, name_en) values ($1, $2, 1, 'Fixe', 'Fixed')
         on conflict do nothing`,
        [of.id, family],
      ),
    )
    await insert(of.id, 'products', {
      brand_id: of.id,
      reference,
      version: 1,
      family,
      position: 1,
      label_fr: 'Couronne zircone monolithique',
      label_en: 'Monolithic zirconia crown',
      name_one_fr: 'Couronne zircone',
      name_many_fr: 'Couronnes zircone',
      name_one_en: 'Zirconia crown',
      name_many_en: 'Zirconia crowns',
      lead_days: 5,
      tooth_need: 'required',
      sector_need: 'none',
      shade_need: 'required',
      implant_need: 'none',
      vat: 'exempt',
      price_cents: 14_900,
      ...values,
    })
    return { reference: String(values.reference ?? reference), version: Number(values.version ?? 1) }
  }

  async function holiday(of: TestLaboratory, day: string, values: Record<string, unknown> = {}): Promise<void> {
    await insert(of.id, 'holidays', { brand_id: of.id, day, name_fr: 'Fermeture', name_en: 'Closed', ...values })
  }

  /** `to` is included. */
  async function absence(of: TestPractice, from: string, to: string, values: Record<string, unknown> = {}) {
    const id = randomUUID()
    const brand_id = of.laboratory.id
    await insert(brand_id, 'absences', { brand_id, practice_id: of.id, id, from_on: from, to_on: to, ...values })
    return { id }
  }

  /** Asked for by a user of the practice, or by one made for it. */
  async function ride(of: TestPractice, date: string, shift: 'AM' | 'PM', values: Record<string, unknown> = {}) {
    const id = randomUUID()
    const brand_id = of.laboratory.id
    const created_by = values.created_by ?? (await user(of)).id
    await insert(brand_id, 'rides', { brand_id, practice_id: of.id, id, day: date, shift, ...values, created_by })
    return { id }
  }

  /** Something that can be requested, one at a time unless `options` say otherwise. */
  async function supply(of: TestLaboratory, values: Record<string, unknown> = {}): Promise<{ name: string }> {
    const name = String(values.name ?? unique('supply'))
    const labels = { label_fr: 'Étiquettes', label_en: 'Labels' }
    await insert(of.id, 'supplies', { brand_id: of.id, position: 1, ...labels, ...values, name })
    return { name }
  }

  /** A request for these supplies, one of each. */
  async function supplyOrder(of: TestPractice, names: readonly string[], values: Record<string, unknown> = {}) {
    const id = randomUUID()
    const ofPractice = { brand_id: of.laboratory.id, practice_id: of.id }
    const created_by = values.created_by ?? (await user(of)).id
    await insert(of.laboratory.id, 'supply_orders', { ...ofPractice, id, ...values, created_by })
    for (const name of names)
      await insert(of.laboratory.id, 'supply_order_lines', { ...ofPractice, supply_order_id: id, name, quantity: 1 })
    return { id }
  }

  /** Issued today, exempt and due in a month unless said otherwise; the whole amount on one line. Its number follows. */
  async function invoice(of: TestPractice, values: Record<string, unknown> = {}) {
    const id = randomUUID()
    const ofPractice = { brand_id: of.laboratory.id, practice_id: of.id }
    const type = values.type ?? 'invoice'
    const amount = Number(values.amount_cents ?? 10_000)
    const hasLines = type === 'invoice' || type === 'pro_forma' || type === 'credit'
    await within(of.laboratory.id, async client => {
      await insertWith(client, 'invoices', {
        ...ofPractice,
        id,
        ...(hasLines ? { net_cents: Math.abs(amount) } : {}),
        ...(type === 'pro_forma' ? { decision: 'to_validate' } : {}),
        ...values,
        type,
        amount_cents: amount,
      })
      if (!hasLines) return
      await insertWith(client, 'invoice_lines', {
        ...ofPractice,
        invoice_id: id,
        position: 1,
        reference: 'FIX-101',
        label_fr: 'Couronne zircone monolithique',
        label_en: 'Monolithic zirconia crown',
        quantity: 1,
        unit_price_cents: Math.abs(amount),
        vat: 'exempt',
        vat_rate: 0,
      })
      await client.query('select tenant.add_taxes($1, $2)', [of.laboratory.id, id])
    })
    return { id }
  }

  /** Nobody makes one for somebody else: written in the context of its user. */
  async function passkey({ id: userId, laboratory: { id: brandId, host }, practiceId }: TestUser) {
    const id = randomUUID()
    await within(brandId, async client => {
      await client.query("select tenant.set_context($1, $2, $3, 'practice')", [brandId, practiceId, userId])
      await client.query(
        `insert into passkeys (brand_id, id, user_id, place, host, credential_id, public_key, counter, is_backed_up)
         values ($1, $2, $3, 1, $4, $5, $5, 0, false)`,
        [brandId, id, userId, host, randomBytes(32)],
      )
    })
    return { id }
  }

  return {
    within,
    insert,
    laboratory,
    practice,
    user,
    passkey,
    order,
    orderLine,
    lot,
    product,
    holiday,
    absence,
    ride,
    supply,
    supplyOrder,
    invoice,
  }
}
