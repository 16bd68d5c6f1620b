import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { today } from '#test/today.ts'

const { make, as, request } = startTestApp({ connections: 25 })

/** A crown that somebody of the bench has entered for a practice, as it was read. */
async function entered() {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const { reference } = await make.product(laboratory, { price_cents: 14_900 })
  const doctor = await make.user(practice, { title: 'Dr', first_name: 'Anne', last_name: 'Petit' })
  const bench = await as(await make.user(laboratory, { role: 'production' }))
  const reading = await as(doctor)
  const order = {
    patientCode: 'P-77',
    patient: 'Élodie Martin',
    prescriberName: 'Dr Paré',
    printType: 'physical',
    wishedDate: addDays(today, 30),
    products: [{ reference, quantity: 1, teeth: [26], shade: 'A2' }],
  }
  const made = await (await bench(`/api/staff/practices/${practice.id}/orders`, { body: order })).json()
  const { id, deliveryDate } = made.data
  const correct = (body: object) => bench(`/api/staff/orders/${id}/entry`, { method: 'PATCH', body })
  const seen = async () => (await (await reading(`/api/orders/${id}`)).json()).data
  const byBench = async () => (await (await bench(`/api/staff/orders/${id}`)).json()).data
  return { laboratory, practice, reference, doctor, bench, order, id, deliveryDate, correct, seen, byBench }
}
const refusalOf = async (response: Response) => {
  const { status, code, errors } = await problemOf(response)
  return [status, code, ...(errors ?? []).map(({ path, code }) => `${path} ${code}`)]
}

describe('what was read wrongly of a slip', () => {
  it('is put right: whose it is, when it is needed and what is made of it; its day of delivery stays', async () => {
    const { laboratory, doctor, id, deliveryDate, correct, seen, byBench } = await entered()
    expect(await byBench()).toMatchObject({ entry: { prescriberId: null } })
    const body = {
      patientCode: 'P-71',
      patient: 'Élodie Marin',
      prescriberId: doctor.id,
      wishedDate: addDays(today, 40),
      appointmentDate: `${addDays(today, 41)}T09:30:00.000Z`,
      comment: 'Bon illisible, lu au téléphone',
      products: [{ caseSequence: 1, teeth: [25], shade: 'A3' }],
    }
    expect((await correct(body)).status).toBe(200)
    const after = await seen()
    expect(after).toMatchObject({
      patientCode: 'P-71',
      patient: 'Élodie Marin',
      wishedDate: body.wishedDate,
      appointmentDate: body.appointmentDate,
      deliveryDate,
      comment: body.comment,
      products: [{ teeth: [25], shade: 'A3' }],
    })
    expect(after.prescriber).toContain('Anne Petit')
    expect(after.summary).toMatch(/25.*A3/)
    const { note } = after.timeline.at(-1)
    expect(note).toMatch(/^Saisie corrigée par le laboratoire\s: code patient corrigé, /)
    expect(note).toMatch(/nom du patient corrigé, prescripteur corrigé, /)
    expect(note).toMatch(/dents \(.+\)\s: 25 au lieu de 26, teinte \(.+\)\s: A3 au lieu de A2, commentaire modifié/)
    expect(note).not.toMatch(/Marin|P-7|Petit|Paré/)
    expect(await byBench()).toMatchObject({ entry: { prescriberId: doctor.id } })
    const { rows } = await make.within(laboratory.id, client =>
      client.query(
        `select changed_at from orders where id = $1 and search_text ~ 'p.71'
        and exists (select from audit_events where order_id = $1 and kind = 'order_changed')`,
        [id],
      ),
    )
    expect(rows).toEqual([{ changed_at: null }])
  })

  it('costs what it is then: a tooth that was overlooked is made too', async () => {
    const { correct, seen } = await entered()
    expect((await correct({ products: [{ caseSequence: 1, teeth: [25, 26] }] })).status).toBe(200)
    expect(await seen()).toMatchObject({ totalCents: 29_800, products: [{ teeth: [25, 26], quantity: 2 }] })
  })

  it('is a patient who is known already, in small or capital letters; a name is taken away, another prescriber named', async () => {
    const { bench, practice, order, doctor, correct, seen, byBench } = await entered()
    const other = { ...order, patientCode: 'p-71', prescriberName: undefined, prescriberId: doctor.id }
    await bench(`/api/staff/practices/${practice.id}/orders`, { body: other })
    expect((await correct({ patientCode: 'P-71', patient: null, prescriberId: doctor.id })).status).toBe(200)
    expect((await correct({ prescriberName: 'Dr Marc Paré' })).status).toBe(200)
    expect(await seen()).toMatchObject({ patientCode: 'p-71', patient: null, prescriber: 'Dr Marc Paré' })
    expect(await byBench()).toMatchObject({ entry: { prescriberId: null } })
  })

  it('is written as the slip has it, where no other case has that code in other letters', async () => {
    const { correct, seen } = await entered()
    expect((await correct({ patientCode: 'p-77' })).status).toBe(200)
    expect(await seen()).toMatchObject({ patientCode: 'p-77' })
  })

  it('is a pontic alone, an arch that follows its teeth, an account of the same name: each is said', async () => {
    const { laboratory, practice, doctor, bench, order } = await entered()
    const bridge = await make.product(laboratory, { tooth_need: 'run', minimum_teeth: 3, has_pontics: true })
    const frame = await make.product(laboratory, { sector_need: 'required', shade_need: 'none' })
    const body = {
      ...order,
      prescriberName: 'Dr Anne Petit',
      products: [
        { reference: bridge.reference, quantity: 3, teeth: [14, 15, 16], pontics: [16], shade: 'A2' },
        { reference: frame.reference, quantity: 1, teeth: [14], sector: 'upper' },
      ],
    }
    const made = await (await bench(`/api/staff/practices/${practice.id}/orders`, { body })).json()
    expect(made.data?.id, JSON.stringify(made)).toBeDefined()
    const path = `/api/staff/orders/${made.data.id}`
    for (const [correction, note] of [
      [{ products: [{ caseSequence: 1, pontics: [15] }] }, /intermédiaires \(.+\)\s: 15 au lieu de 16/],
      [{ products: [{ caseSequence: 2, teeth: [34] }] }, /dents \(.+\)\s: 34 au lieu de 14/],
      [{ prescriberId: doctor.id }, /compte du prescripteur corrigé/],
    ] as const) {
      const answer = await bench(`${path}/entry`, { method: 'PATCH', body: correction })
      expect(await answer.json()).toEqual({ data: { isCorrected: true } })
      expect((await (await bench(path)).json()).data.timeline.at(-1).note).toMatch(note)
    }
    expect((await (await bench(path)).json()).data).toMatchObject({
      entry: { prescriberId: doctor.id },
      products: [{ pontics: [15] }, { teeth: [34], sector: 'lower' }],
    })
  })

  it('changes nothing of what others have written, nor where the scan lies, by a name that was misread', async () => {
    const { laboratory, practice, doctor, correct, id, seen } = await entered()
    await (await as(doctor))(`/api/orders/${id}/messages`, { body: { body: 'Allergique\u00a0: SANS Élodie Martin.' } })
    await make.within(laboratory.id, client =>
      client.query(
        `update orders set practice_reference = 'LOG-MARTIN', comment = 'Mme Martin bruxe', print_type = 'optical',
          scan_platform = 'Medit', scan_case = 'MARTIN-1', scan_url = 'https://scan.test/martin' where id = $1`,
        [id],
      ),
    )
    expect((await correct({ patient: 'Élodie Marin' })).status).toBe(200)
    expect(await seen()).toMatchObject({ patient: 'Élodie Marin', comment: 'Mme Martin bruxe' })
    const { rows } = await make.within(laboratory.id, client =>
      client.query(
        `select scan_case, scan_url, practice_reference, m.body from orders o
          join order_messages m on m.order_id = o.id where o.practice_id = $1`,
        [practice.id],
      ),
    )
    expect(rows).toEqual([
      {
        scan_case: 'MARTIN-1',
        scan_url: 'https://scan.test/martin',
        practice_reference: 'LOG-MARTIN',
        body: 'Allergique\u00a0: SANS Élodie Martin.',
      },
    ])
  })

  it('is the arch as well, of what has no teeth', async () => {
    const { laboratory, practice, bench, order } = await entered()
    const { reference } = await make.product(laboratory, {
      tooth_need: 'none',
      sector_need: 'required',
      shade_need: 'none',
    })
    const body = { ...order, products: [{ reference, quantity: 1, teeth: [], sector: 'upper' }] }
    const { data } = await (await bench(`/api/staff/practices/${practice.id}/orders`, { body })).json()
    const path = `/api/staff/orders/${data.id}`
    const correct = (sector: string | null) =>
      bench(`${path}/entry`, { method: 'PATCH', body: { products: [{ caseSequence: 1, sector }] } })
    expect(await refusalOf(await correct(null))).toEqual([422, 'input_invalid', 'products.0.sector required'])
    expect((await correct('lower')).status).toBe(200)
    const { products, summary, timeline } = (await (await bench(path)).json()).data
    expect(products).toMatchObject([{ sector: 'lower' }])
    expect(summary).toContain('arcade inf.')
    expect(timeline.at(-1).note).toMatch(/arcade \(.+\)\s: arcade inf\. au lieu de arcade sup\./)
  })

  it('is something to look at for whoever works in the practice', async () => {
    const { doctor, id, correct } = await entered()
    const reading = await as(doctor)
    const unread = async () => (await (await reading('/api/unread')).json()).data
    const [entry] = await unread()
    expect(entry.id).toBe(id)
    expect((await reading(`/api/orders/${id}/read`, { body: { news: entry.news } })).status).toBe(204)
    expect(await unread()).toEqual([])
    expect((await correct({ products: [{ caseSequence: 1, shade: 'A3' }] })).status).toBe(200)
    expect(await unread()).toMatchObject([{ id }])
  })

  it('gives its files the code that it has now, and no name', async () => {
    const { laboratory, practice, doctor, correct, id } = await entered()
    for (const name of ['P-77 empreinte.pdf', 'bon blanc.pdf', 'radio.pdf', 'AP-777.pdf'])
      await make.insert(laboratory.id, 'attachments', {
        brand_id: laboratory.id,
        practice_id: practice.id,
        order_id: id,
        created_by: doctor.id,
        name,
        type: 'pdf',
        state: 'ready',
        size: 1,
        sha256: Buffer.alloc(32),
      })
    expect((await correct({ patientCode: 'P-71', patient: 'Anna Blanc' })).status).toBe(200)
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select name from attachments where order_id = $1 order by name', [id]),
    )
    expect(rows.map(({ name }) => name)).toEqual(['AP-777.pdf', 'bon P-71.pdf', 'P-71 empreinte.pdf', 'radio.pdf'])
  })

  it('leaves nothing of the patient with a practice that it was entered for by mistake, once it is refused', async () => {
    const { laboratory, bench, doctor, reference, practice, order, seen, id } = await entered()
    const refuse = (id: string) =>
      bench(`/api/staff/orders/${id}/status`, { body: { status: 'cancelled', note: 'Saisi pour un autre cabinet' } })
    await bench(`/api/staff/orders/${id}/entry`, { method: 'PATCH', body: { comment: 'VIH' } })
    const staff = await make.user(laboratory, { role: 'production' })
    const file = {
      brand_id: laboratory.id,
      practice_id: practice.id,
      order_id: id,
      type: 'pdf',
      state: 'ready',
      size: 1,
    }
    for (const [name, created_by, of_laboratory] of [
      ['bon.pdf', staff.id, true],
      ['radio.pdf', doctor.id, false],
    ])
      await make.insert(laboratory.id, 'attachments', {
        ...file,
        sha256: Buffer.alloc(32),
        name,
        created_by,
        of_laboratory,
      })
    await make.within(laboratory.id, client =>
      client.query(`update order_products set note = 'Mme Martin' where order_id = $1`, [id]),
    )
    expect((await refuse(id)).status).toBe(204)
    expect((await (await (await as(doctor))(`/api/orders/${id}/attachments`)).json()).data).toMatchObject([
      { name: 'radio.pdf' },
    ])
    expect((await seen()).products).toMatchObject([{ note: null }])
    expect(await seen()).toMatchObject({ status: 'cancelled', patientCode: 'P-77', patient: null, comment: null })
    // What a practice has ordered itself stays its own.
    const own = await (await as(doctor))('/api/orders', {
      body: {
        ...order,
        printType: 'optical',
        prescriberName: undefined,
        comment: 'Merci',
        products: [{ reference, quantity: 1, teeth: [26], shade: 'A2' }],
      },
    })
    const { data } = await own.json()
    expect((await refuse(data.id)).status).toBe(204)
    const { rows } = await make.within(practice.laboratory.id, client =>
      client.query('select patient, comment from orders where id = $1', [data.id]),
    )
    expect(rows).toEqual([{ patient: 'Élodie Martin', comment: 'Merci' }])
  })

  it('waits for a change that the practice has asked for: granted later, it would take the correction back', async () => {
    const { laboratory, doctor, id, correct, seen } = await entered()
    for (const status of ['in_preparation', 'in_production'])
      await make.within(laboratory.id, client =>
        client.query('update orders set status = $2 where id = $1', [id, status]),
      )
    const practice = await as(doctor)
    const shade = { products: [{ caseSequence: 1, shade: 'B1' }] }
    expect((await practice(`/api/orders/${id}`, { method: 'PATCH', body: shade })).status).toBe(200)
    const tooth = { products: [{ caseSequence: 1, teeth: [35] }] }
    expect(await refusalOf(await correct(tooth))).toEqual([409, 'request_open'])
    expect(await refusalOf(await correct({ comment: 'Autre' }))).toEqual([409, 'request_open'])
    expect((await correct({ patientCode: 'P-71' })).status).toBe(200)
    expect(await seen()).toMatchObject({ patientCode: 'P-71', products: [{ teeth: [26] }] })
  })

  it('is no more of what is offered, but by who sets prices', async () => {
    const { laboratory, id, correct, seen } = await entered()
    await make.within(laboratory.id, client =>
      client.query(`update order_products set own_price_cents = 0, own_vat = 'exempt' where order_id = $1`, [id]),
    )
    const body = { products: [{ caseSequence: 1, teeth: [25, 26] }] }
    expect(await refusalOf(await correct(body))).toEqual([409, 'offered'])
    const administrator = await as(await make.user(laboratory))
    expect((await administrator(`/api/staff/orders/${id}/entry`, { method: 'PATCH', body })).status).toBe(200)
    expect(await seen()).toMatchObject({ products: [{ teeth: [25, 26] }] })
  })

  it('is nothing where it says what is there already: no line of the timeline tells of it', async () => {
    const { order, correct, seen } = await entered()
    const { patientCode, patient, wishedDate } = order
    expect((await correct({ patientCode, patient, wishedDate, products: [] })).status).toBe(200)
    expect((await correct({})).status).toBe(200)
    expect((await seen()).timeline).toHaveLength(1)
  })

  it('keeps the name of that day of who prescribed it, where something else is put right', async () => {
    const { laboratory, doctor, correct, byBench } = await entered()
    expect((await correct({ prescriberId: doctor.id })).status).toBe(200)
    await make.within(laboratory.id, client =>
      client.query(`update users set last_name = 'Grand', disabled_at = now() where id = $1`, [doctor.id]),
    )
    expect((await correct({ patientCode: 'P-8' })).status).toBe(200)
    expect(await byBench()).toMatchObject({ patientCode: 'P-8', prescriber: 'Dr Anne Petit' })
  })

  it('is nothing where the same doctor is named, whatever they are called by now', async () => {
    const { laboratory, doctor, correct, byBench } = await entered()
    expect((await correct({ prescriberId: doctor.id })).status).toBe(200)
    await make.within(laboratory.id, client =>
      client.query(`update users set last_name = 'Grand' where id = $1`, [doctor.id]),
    )
    expect(await (await correct({ prescriberId: doctor.id })).json()).toEqual({ data: { isCorrected: false } })
    expect(await byBench()).toMatchObject({ prescriber: 'Dr Anne Petit' })
  })

  it('is refused with the path of each gap, and nothing is changed', async () => {
    const { laboratory, doctor, correct, seen } = await entered()
    const stranger = await make.user(await make.practice(laboratory))
    const before = await seen()
    for (const [body, ...refused] of [
      [{ patientCode: '\u200b' }, 'patientCode required'],
      [{ prescriberId: stranger.id }, 'prescriberId not_in_practice'],
      [{ prescriberId: doctor.id, prescriberName: 'Dr Paré' }, 'prescriberName not_asked'],
      [{ wishedDate: addDays(today, -1) }, 'wishedDate in_the_past'],
      [{ patientCode: 'P-9', products: [{ caseSequence: 1, teeth: [] }] }, 'products.0.teeth required'],
      [
        { patientCode: 'P-9', products: [{ caseSequence: 2, shade: 'A1' }] },
        'products.0.caseSequence not_in_catalogue',
      ],
    ] as const)
      expect(await refusalOf(await correct(body))).toEqual([422, 'input_invalid', ...refused])
    expect(await seen()).toEqual(before)
  })

  it('is put right until it leaves, and by nobody where the practice has ordered it itself; its sheet is then signed again', async () => {
    const { laboratory, practice, doctor, bench, id, correct, byBench } = await entered()
    const set = (columns: string) =>
      make.within(laboratory.id, client => client.query(`update orders set ${columns} where id = $1`, [id]))
    await set(`status = 'in_preparation'`)
    await set(`status = 'in_production'`)
    expect((await correct({ patientCode: 'P-1' })).status).toBe(200)
    const sheet = async () =>
      make.within(laboratory.id, async client => {
        const { rows } = await client.query(
          'select is_signed, (select max(changed_at) is not null from order_products) as is_other from orders where id = $1',
          [id],
        )
        return [rows[0].is_signed, rows[0].is_other]
      })
    await set('is_signed = true')
    expect((await correct({ wishedDate: addDays(today, 50) })).status).toBe(200)
    expect(await sheet()).toEqual([true, false])
    expect((await correct({ patientCode: 'P-3' })).status).toBe(200)
    expect(await sheet()).toEqual([false, false])
    await set('is_signed = true')
    expect((await correct({ comment: 'Surocclusion interdite' })).status).toBe(200)
    expect(await sheet()).toEqual([false, true])
    expect((await correct({ patientCode: 'P-1' })).status).toBe(200)
    await set(`status = 'shipped'`)
    expect(await refusalOf(await correct({ patientCode: 'P-2' }))).toEqual([409, 'order_over'])
    expect(await byBench()).toMatchObject({ patientCode: 'P-1' })
    const own = await make.order(practice, { ordered_by: doctor.id })
    const path = `/api/staff/orders/${own.id}`
    expect(await refusalOf(await bench(`${path}/entry`, { method: 'PATCH', body: { patientCode: 'P-2' } }))).toEqual([
      409,
      'ordered_by_practice',
    ])
    expect((await (await bench(path)).json()).data).not.toHaveProperty('entry')
    // What is made again repeats what was prescribed then.
    const remake = await make.order(practice, { remake_of: own.id })
    const again = await bench(`/api/staff/orders/${remake.id}/entry`, { method: 'PATCH', body: { patientCode: 'P-2' } })
    expect(await refusalOf(again)).toEqual([409, 'ordered_by_practice'])
  })

  it('is judged by the database once more: whose a case is, is written by who works on cases, as long as that can be', async () => {
    const { laboratory, practice, doctor, id } = await entered()
    const staff = {
      production: await make.user(laboratory, { role: 'production' }),
      driver: await make.user(laboratory, { role: 'driver' }),
      accounting: await make.user(laboratory, { role: 'accounting' }),
    }
    const whose = JSON.stringify({ patientCode: 'P-3', patient: null, prescriberId: null, prescriber: 'Dr Paré' })
    const write = (by: string, of: string) =>
      make.within(laboratory.id, async client => {
        await client.query(`select tenant.set_context(${by})`)
        return client.query('select tenant.put_entry_right($1, $2)', [of, whose])
      })
    const as = ({ id }: { id: string }) => `'${laboratory.id}', null, '${id}', 'staff'`
    const denied = { code: '42501' }
    await expect(write(as(staff.driver), id)).rejects.toMatchObject(denied)
    await expect(write(as(staff.accounting), id)).rejects.toMatchObject(denied)
    await expect(write(`'${laboratory.id}', '${practice.id}', '${doctor.id}'`, id)).rejects.toMatchObject(denied)
    const own = await make.order(practice, { ordered_by: doctor.id })
    const others = [
      own,
      await make.order(practice, { remake_of: own.id }),
      await make.order(practice, { status: 'shipped' }),
      await make.order(practice, { status: 'cancelled' }),
      await make.order(await make.practice(await make.laboratory())),
    ]
    for (const other of others)
      await expect(write(as(staff.production), other.id), `${others.indexOf(other)}`).rejects.toMatchObject({
        constraint: 'orders__put_right',
      })
    await expect(write(as(staff.production), id)).resolves.toBeDefined()
  })

  it('is put right by whoever works on cases, in their own laboratory', async () => {
    const { laboratory, doctor, id, seen } = await entered()
    const path = `/api/staff/orders/${id}/entry`
    const body = { patientCode: 'P-2' }
    for (const one of [
      doctor,
      await make.user(laboratory, { role: 'driver' }),
      await make.user(laboratory, { role: 'accounting' }),
    ])
      expect((await (await as(one))(path, { method: 'PATCH', body })).status).toBe(403)
    const stranger = await as(await make.user(await make.laboratory(), { role: 'production' }))
    expect((await stranger(path, { method: 'PATCH', body })).status).toBe(404)
    expect((await request(laboratory, path, { method: 'PATCH', body })).status).toBe(401)
    expect(await seen()).toMatchObject({ patientCode: 'P-77' })
  })

  it('is one after the other where two put it right at once: both are told, and what only one has said stays', async () => {
    const { correct, seen } = await entered()
    for (let time = 1; time <= 8; time++) {
      const said = [{ patientCode: `P-${time}` }, { patient: `Zoé ${time}` }, { prescriberName: `Dr Paré ${time}` }]
      const answers = await Promise.all(said.map(correct))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await seen()).toMatchObject({
        patientCode: `P-${time}`,
        patient: `Zoé ${time}`,
        prescriber: `Dr Paré ${time}`,
      })
    }
    expect((await seen()).timeline).toHaveLength(1 + 3 * 8)
  })
})
