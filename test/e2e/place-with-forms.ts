import { dayInZone } from '#kit/day.ts'
import { makeProgram } from '../programs.ts'
import { openLaboratory, withMaker } from './laboratory.ts'

/** As many letters as the contracts let a name have, more of them in one word than a phone is wide. */
const drawnOut = (name: string, letters: number) =>
  `${name} Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch ${'et Marie-Thérèse '.repeat(12)}`
    .slice(0, letters)
    .trim()

/**
 * A laboratory with a practice, in which there is something for every form to be about. `longest`: whatever has a name there has
 * the longest that it may have.
 */
export const makePlace = ({ longest = false, language = 'fr' } = {}) =>
  withMaker(async make => {
    const named = (name: string, letters: number) => (longest ? drawnOut(name, letters) : name)
    const { host, laboratory, practice } = await openLaboratory(
      make,
      { company_name: named('Labo Test', 100), address: '1 rue des Essais', postal_code: '69003', city: 'Lyon' },
      { name: named('Cabinet d’essai', 100) },
    )
    const ofLaboratory = { brand_id: laboratory.id }
    const ofPractice = { ...ofLaboratory, practice_id: practice.id }
    const person = (first: string, last: string) => ({ first_name: named(first, 100), last_name: named(last, 100) })
    const manager = await make.user(practice, { account_type: 'manager', language, ...person('Claire', 'Martin') })
    const colleague = await make.user(practice, person('Zoé', 'Lemoine'))
    await make.user(practice, { ...person('Inès', 'Roux'), password_hash: null })
    const supply = await make.supply(laboratory, {
      label_fr: named('Étiquettes', 80),
      label_en: named('Labels', 80),
    })
    await make.supplyOrder(practice, [supply.name])
    const label_fr = named('Couronne zircone monolithique', 120)
    const work = {
      label_fr,
      name_one_fr: named('Couronne zircone', 120),
      name_many_fr: named('Couronnes zircone', 120),
      label_en: named('Monolithic zirconia crown', 120),
      name_one_en: named('Zirconia crown', 120),
      name_many_en: named('Zirconia crowns', 120),
    }
    await make.product(laboratory, work)
    const unpriced = await make.product(laboratory, { ...work, price_cents: null })
    const priced = await make.product(laboratory, work)
    const patient = {
      ...(longest && {
        patient: named('Odile', 120),
        prescriber: named('Dr Anne', 120),
        patient_code: named('P-0001', 60),
      }),
      summary_fr: named('Couronne zircone 26 · A2', 160),
      summary_en: named('Zirconia crown 26 · A2', 160),
    }
    let done = ''
    for (const [code, product] of [
      ['UNPRICED', unpriced],
      ['PRICED', priced],
    ] as const) {
      const { id } = await make.order(practice, { code, status: 'delivered', ...patient })
      done = id
      await make.orderLine(practice, id, product.reference, {
        product_version: product.version,
        label_fr: named('Couronne', 120),
        label_en: named('Crown', 120),
      })
    }
    await make.user(laboratory, { ...person('Paul', 'Durand'), password_hash: null })
    const today = dayInZone(new Date(), 'Europe/Paris')
    await make.order(practice, { code: 'TODAY', status: 'in_production', delivery_on: today, ...patient })
    // Where there is something, a screen has its button once.
    await make.absence(practice, '2031-03-03', '2031-03-04')
    await make.ride(practice, '2031-03-05', 'AM')
    for (const code of ['IMPRINT-1', 'IMPRINT-2'])
      await make.order(practice, { code, print_type: 'physical', ...patient })
    for (const patientCode of ['P-0002', 'P-0003'])
      await make.insert(laboratory.id, 'order_drafts', {
        ...ofLaboratory,
        user_id: manager.id,
        content: JSON.stringify({ patientCode, products: [] }),
      })
    const shipped = await make.order(practice, { status: 'shipped', ...patient })
    const held = await make.order(practice, {
      ...patient,
      status: 'on_hold',
      hold_reason: 'other',
      hold_question: 'A2 ou A3\u202f?',
    })
    const tooLate = {
      ...patient,
      status: 'in_production',
      delivery_on: '2031-03-10',
      appointment_at: '2031-03-07T09:00:00Z',
    }
    const late = await make.order(practice, tooLate)
    if (longest)
      await make.insert(laboratory.id, 'attachments', {
        ...ofPractice,
        order_id: late.id,
        name: `${named('empreinte', 190)}.stl`,
        type: 'stl',
        state: 'ready',
        size: 1,
        sha256: Buffer.alloc(32),
        created_by: manager.id,
      })
    await make.insert(laboratory.id, 'order_requests', {
      ...ofPractice,
      order_id: (await make.order(practice, tooLate)).id,
      kind: 'earlier',
      wished_on: '2031-03-06',
      asked_by: manager.id,
    })
    await make.insert(laboratory.id, 'order_templates', {
      ...ofPractice,
      name: named('Mes couronnes', 80),
      content: JSON.stringify({ products: [] }),
      created_by: manager.id,
    })
    const change = crypto.randomUUID()
    const part = 'contact_information'
    await make.insert(laboratory.id, 'account_changes', { ...ofPractice, id: change, part, requested_by: colleague.id })
    await make.insert(laboratory.id, 'account_change_fields', {
      ...ofPractice,
      change_id: change,
      subject_id: practice.id,
      field: 'phone',
      after: JSON.stringify('01 99 00 45 18'),
    })
    await make.within(laboratory.id, async client => {
      const asking = [laboratory.id, practice.id, colleague.id]
      await client.query(`select tenant.set_context($1, $2, $3, 'practice')`, asking)
      await client.query('insert into erasure_requests (brand_id, practice_id, user_id) values ($1, $2, $3)', asking)
    })
    await make.insert(laboratory.id, 'billing_settings', {
      ...ofLaboratory,
      legal_name: named('Labo Test SAS', 100),
      iban: 'FR7630006000011234567890189',
      siren: '732829320',
    })
    await make.within(laboratory.id, async client => {
      const columns = '(brand_id, user_id, place, host, credential_id, public_key, counter, is_backed_up)'
      await client.query(`select tenant.set_context($1, $2, $3, 'practice')`, [laboratory.id, practice.id, manager.id])
      await client.query(`insert into passkeys ${columns} values ($1, $2, 1, $3, $4, '\\x00', 0, false)`, [
        laboratory.id,
        manager.id,
        host,
        Buffer.alloc(16, manager.id),
      ])
    })
    const payment = crypto.randomUUID()
    await make.insert(laboratory.id, 'payments', {
      ...ofPractice,
      id: payment,
      mode: 'transfer',
      amount_cents: 10_000,
      provider: 'bank',
      reference: 'RF00000000000001',
      status: 'failed',
      failed_at: new Date(),
      created_by: manager.id,
    })
    await make.insert(laboratory.id, 'payment_holds', {
      ...ofPractice,
      payment_id: payment,
      invoice_id: (await make.invoice(practice)).id,
      position: 1,
      cents: 10_000,
      is_held: false,
    })
    await make.insert(laboratory.id, 'payments', {
      ...ofPractice,
      id: crypto.randomUUID(),
      mode: 'transfer',
      amount_cents: 10_000,
      provider: 'bank',
      reference: 'RF00000000000002',
      created_by: manager.id,
    })
    const owed = await make.invoice(practice)
    const receipt = await make.within(laboratory.id, async client => {
      const { rows } = await client.query<{ id: string }>(
        `select receipt_id as id from tenant.enter_payment($1, array[$2::uuid], 1000000, current_date, '', 'check', '')`,
        [practice.id, owed.id],
      )
      return rows[0]?.id ?? ''
    })
    await make.invoice(practice, { amount_cents: 5_000 })
    const signup = crypto.randomUUID()
    await make.practice(laboratory, { name: named('Cabinet Lefèvre', 100), rpps_siret_siren: '732829320' })
    await make.insert(laboratory.id, 'signup_requests', {
      ...ofLaboratory,
      id: signup,
      rpps_siret_siren: '732829320',
      title: 'Dr',
      gender: 'female',
      last_name: named('Lefèvre', 100),
      first_name: named('Hélène', 100),
      address: named('12 rue des Lilas', 200),
      postal_code: '75011',
      city: 'Paris',
      country_code: 'FR',
      phone: '01 23 45 67 89',
      email1_label: 'doctor',
      email1: 'helene@cabinet.example',
      language: 'fr',
      fingerprint: Buffer.alloc(32),
      network: Buffer.alloc(32),
    })
    const { id: proForma } = await make.invoice(practice, { type: 'pro_forma' })
    const asked = { type: 'pro_forma', decision: 'in_validation', question: 'Deux fois\u202f?' }
    const { id: questioned } = await make.invoice(practice, asked)
    const books = { practice: practice.id, invoice: owed.id, receipt, questioned }
    const made = await make.order(practice, { status: 'in_production', ...patient })
    const lot = await make.lot(laboratory, {
      ...(longest && {
        number: named('LOT', 60),
        material: { name: named('Zircone', 120), maker: named('Maker', 120) },
      }),
    })
    const ofMade = { ...ofPractice, order_id: made.id }
    await make.orderLine(practice, made.id, 'FIX-101', { label_fr, label_en: named('Crown', 120) })
    const used = {
      case_sequence: 1,
      position: 1,
      lot_id: lot.id,
      name: named('Zircone', 120),
      maker: named('Maker', 120),
      lot: lot.number,
    }
    await make.insert(laboratory.id, 'order_product_materials', { ...ofMade, ...used })
    const reported = { kind: 'fit', description: 'Trop serré', reported_by: colleague.id }
    await make.insert(laboratory.id, 'order_problems', { ...ofMade, ...reported })
    const left = await make.order(practice, { status: 'delivered', ...patient })
    const handed = { ...ofPractice, order_id: left.id, sequence: 1, status: 'delivered' }
    await make.insert(laboratory.id, 'order_events', handed)
    const prices = crypto.randomUUID()
    await make.insert(laboratory.id, 'price_lists', { ...ofLaboratory, id: prices, name: named('Tarif 2027', 80) })
    await make.insert(laboratory.id, 'practice_price_lists', { ...ofPractice, list_id: prices, from_on: today })
    await make.insert(laboratory.id, 'holidays', {
      ...ofLaboratory,
      day: '2032-07-14',
      name_fr: 'Fête nationale',
      name_en: 'National day',
    })
    const program = await makeProgram(make, laboratory, named('Dentalsoft', 60))
    const ofProgram = { ...ofLaboratory, program_id: program.id }
    await make.insert(laboratory.id, 'program_keys', {
      ...ofProgram,
      secret_hash: Buffer.alloc(32),
      hint: 'Ab3d',
      created_by: program.id,
      created_at: '2026-01-01T00:00:00Z',
      ends_at: '2099-01-01T00:00:00Z',
    })
    await make.insert(laboratory.id, 'program_addresses', {
      ...ofProgram,
      url: `https://logiciel.exemple.fr/${longest ? 'm'.repeat(460) : 'messages'}`,
      secret: Buffer.alloc(32),
      failing_since: '2026-11-30T08:00:00Z',
      failure: 'ECONNREFUSED',
    })
    const bench = { material: lot.materialId, lot: lot.id, order: made.id, left: left.id, done, prices }
    return {
      host,
      manager,
      staff: await make.user(laboratory, { language, ...person('Claire', 'Martin') }),
      held: held.id,
      shipped: shipped.id,
      late: late.id,
      payment,
      signup,
      proForma,
      books,
      bench,
    }
  })
