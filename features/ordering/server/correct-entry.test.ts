import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { refusalOf, startEntering } from '#test/entering.ts'
import { startTestApp } from '#test/harness.ts'
import { today } from '#test/today.ts'

const use = startTestApp({ connections: 25 })
const { make, as } = use
const entered = startEntering(use)

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

  it('is the reference of the practice’s own software as well, which stands on every document', async () => {
    const { correct, seen } = await entered()
    expect((await correct({ practiceReference: 'LOG-7781' })).status).toBe(200)
    const after = await seen()
    expect(after).toMatchObject({ practiceReference: 'LOG-7781', patient: 'Élodie Martin' })
    expect(after.timeline.at(-1).note).toMatch(/référence du cabinet corrigée\.$/)
    expect((await correct({ practiceReference: null })).status).toBe(200)
    expect(await seen()).toMatchObject({ practiceReference: null })
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
    // Cases that the practice ordered itself are not the laboratory's to correct.
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
})
