import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'

const { make, as, request } = startTestApp()
const laboratory = await make.laboratory()
const practice = await make.practice(laboratory)
const staff = await make.user(laboratory)

describe('the name of a patient', () => {
  const path = (id: string) => `/api/staff/orders/${id}/patient-name`
  async function namedCase() {
    const user = await make.user(practice)
    const order = await make.order(practice, {
      patient: 'Jean Petit',
      comment: 'Jean PETIT vient mardi. (Petit budget)',
      status: 'in_production',
    })
    const of = { brand_id: laboratory.id, practice_id: practice.id, order_id: order.id }
    await make.insert(laboratory.id, 'order_messages', {
      ...of,
      author_id: user.id,
      is_from_laboratory: false,
      body: 'Voici jean petit.',
    })
    for (const name of ['petit-upper.stl', 'photo.jpg'])
      await make.insert(laboratory.id, 'attachments', {
        ...of,
        created_by: user.id,
        name,
        type: name.endsWith('stl') ? 'stl' : 'jpg',
        state: 'ready',
        size: 1,
        sha256: randomBytes(32),
      })
    return order.id
  }

  it('goes from a case: off it, out of what was written in it and of its files’ names; the code stays', async () => {
    const id = await namedCase()
    const call = await as(staff)
    expect((await call(path(id), { method: 'DELETE' })).status).toBe(204)
    expect((await call(path(id), { method: 'DELETE' })).status, 'said twice').toBe(204)
    const found = await make.within(laboratory.id, async client => ({
      order: (await client.query('select patient, patient_code, comment, search_text from orders where id = $1', [id]))
        .rows[0],
      messages: (await client.query('select body from order_messages where order_id = $1', [id])).rows,
      files: (await client.query('select name from attachments where order_id = $1 order by type', [id])).rows,
      lines: (
        await client.query(`select user_id from audit_events where kind = 'patient_name_erased' and order_id = $1`, [
          id,
        ])
      ).rows,
    }))
    expect(found.order).toMatchObject({
      patient: null,
      patient_code: 'P-0001',
      comment: '… vient mardi. (Petit budget)',
    })
    expect(found.order.search_text).not.toContain('petit')
    expect(found.messages).toEqual([{ body: 'Voici ….' }])
    expect(found.files).toEqual([{ name: 'photo.jpg' }, { name: expect.stringMatching(/^[0-9a-f]{8}\.stl$/) }])
    expect(found.lines).toEqual([{ user_id: staff.id }])
  })

  it('goes in whatever way it was written, as a whole word and no other', async () => {
    const written = async (patient: string, comment: string, url: string | null = null) => {
      const scan = url ? { scan_platform: 'Medit', scan_case: '7', scan_url: url } : {}
      const { id } = await make.order(practice, { patient, comment, ...scan })
      expect((await (await as(staff))(path(id), { method: 'DELETE' })).status).toBe(204)
      return make.within(laboratory.id, async client => {
        const { rows } = await client.query('select comment, scan_url from orders where id = $1', [id])
        return [rows[0]?.comment, rows[0]?.scan_url]
      })
    }
    for (const [patient, comment, left] of [
      ['Léa Noël', 'Mme Noël (NOËL Léa) bruxe, Lea  Noel vient à Noël', 'Mme … (…) bruxe, … vient à Noël'],
      ['Li Wu', 'Livrer Li Wu, Wu-Li et Liwu', 'Livrer …, … et Liwu'],
      ['sans', 'alliage sans nickel, sansonnet', 'alliage … nickel, sansonnet'],
      ['Jean Dupont', 'Jean Dupontel et M. Dupont', 'Jean Dupontel et M. …'],
      ['…', 'a+b (c)', 'a+b (c)'],
      ['Lebœuf Wiśniewska', 'Lebœuf Wiśniewska, LEBŒUF wiśniewska et Leboeuf Wiśniewska', '…, … et …'],
      ['Martin (née Petit)', 'Appeler Martin (née Petit), Petit/Martin', 'Appeler …, Petit/Martin'],
      ['Claire Sans', 'Patiente sans allergie, M.\u00a0Sans', 'Patiente sans allergie, M.\u00a0…'],
      // Words that only end like a title are not titles, and initials occur in every other sentence.
      ['Jean Petit', '0,5 mm. Petit chanfrein, comme petit inter', '0,5 mm. Petit chanfrein, comme petit inter'],
      ['A', 'Il y a un contact à 26', 'Il y a un contact à 26'],
      ['L A', 'jusqu’à l’occlusion', 'jusqu’à l’occlusion'],
      ['Yves Le Goff', 'M. Le Goff et Mr Goff', 'M. … et Mr …'],
      ['Sean O’Neil', "Mme O'Neil", 'Mme …'],
      ['Anna Van der Berg', 'Mme Van der Berg vient', 'Mme … vient'],
      ['Claire Martin-Dupont', 'Mme Martin-Dupont, Dupont (Claire Martin)', 'Mme …, …)'],
      ['Jeanne Dupont', 'Mme. Dupont, Mr.Dupont, M Dupont, M. DUPONT', 'Mme. …, Mr.…, M …, M. …'],
      ['Zoé Léger', 'Mme Le\u0301ger et Zoe\u0301 Le\u0301ger', 'Mme … et …'],
      ['Jean Dupont', 'Dupont (Jean) — DUPONT: Jean', '…) — …'],
      ['Jeanne Dupont', 'mr Dupont, mrs Dupont, MRS DUPONT, MISS Dupont', 'mr …, mrs …, MRS …, MISS …'],
      ['Jeanne Dupont', 'Melle Dupont, melle. Dupont, MELLE DUPONT, Mle Dupont', 'Melle …, melle. …, MELLE …, Mle …'],
      // M also means mesial.
      ['Jean Petit', 'face M petit contact, M Petit vient, M. petit', 'face M petit contact, M … vient, M. …'],
      ['Lech Wałęsa', 'M. Walesa\u00a0; Lech WAŁĘSA\u00a0; Walesa Lech', 'M. …\u00a0; …\u00a0; …'],
      ['Søren Đorđević', 'M. Dordevic et Mr SØREN', 'M. … et Mr …'],
      ['Ute Weiß', 'Mme Weiss\u00a0; Weiß Ute\u00a0; Mme WEISS', 'Mme …\u00a0; …\u00a0; Mme …'],
      ['Maria da Conceição dos Santos e Silva', 'Mme da Silva vient, Mme Santos e Silva', 'Mme … vient, Mme …'],
      ['Patiente', 'La patiente vient mardi', 'La patiente vient mardi'],
      ['Test Иван', 'Appeler Test Иван', 'Appeler …'],
      ['Simon Patient', 'Le patient M. Patient', 'Le patient M. …'],
      ['Ionuț Păun', 'Ionut PAUN, Țigla et Ionuțescu', '…, Țigla et Ionuțescu'],
    ] as const)
      expect(await written(patient, comment)).toEqual([left, null])
    expect(await written('Léa Noël', 'x', 'https://scan.test/L%C3%A9a%20No%C3%ABl')).toEqual(['x', null])
    for (const encoded of ['Le%CC%81a', '%C8%98tefan', 'Wa%C5%82%C4%99sa'])
      expect(await written('Jean Petit', 'x', `https://scan.test/${encoded}`)).toEqual(['x', null])
    expect(await written('Lech Wałęsa', 'x', 'https://scan.test/walesa-12')).toEqual(['x', null])
    expect(await written('Léa Noël', 'x', 'https://scan.test/7f3')).toEqual(['x', 'https://scan.test/7f3'])
  })

  it.each([
    ['that stands on the case', { patient: 'Jean Petit' }, []],
    ['that was taken off it by a correction', { patient: null }, ['Jean Petit']],
  ])('takes nothing of the work along, %s: what is checked and signed stays so', async (_, named, former) => {
    const { id } = await make.order(practice, { ...named, comment: 'M. Petit vient mardi', status: 'in_production' })
    for (const name of former)
      await make.insert(laboratory.id, 'former_patient_names', { brand_id: laboratory.id, order_id: id, name })
    await make.orderLine(practice, id, 'FIX-101', { teeth: [26] })
    const sheet = (change = 'select') =>
      make.within(laboratory.id, async client => {
        if (change !== 'select') await client.query(change, [id])
        const { rows } = await client.query(
          `select o.comment, o.is_signed, (select max(p.changed_at) from order_products p where p.order_id = o.id) as changed_at
            from orders o where o.id = $1`,
          [id],
        )
        return rows[0]
      })
    await sheet('update orders set is_signed = true where id = $1')
    expect((await (await as(staff))(path(id), { method: 'DELETE' })).status).toBe(204)
    expect(await sheet()).toEqual({ comment: 'M. … vient mardi', is_signed: true, changed_at: null })
    // A later change to the work still requires a new signature.
    expect(await sheet(`update orders set comment = 'Sans métal' where id = $1`)).toMatchObject({ is_signed: false })
  })

  it('is taken off by an administrator of the laboratory and nobody else', async () => {
    const id = await namedCase()
    expect((await request(laboratory, path(id), { method: 'DELETE' })).status).toBe(401)
    const others = [
      await make.user(practice, { account_type: 'manager' }),
      ...(await Promise.all(['production', 'accounting', 'driver'].map(role => make.user(laboratory, { role })))),
    ]
    for (const other of others) expect((await (await as(other))(path(id), { method: 'DELETE' })).status).toBe(403)
    const foreign = await as(await make.user(await make.laboratory()))
    expect((await foreign(path(id), { method: 'DELETE' })).status).toBe(404)
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select patient from orders where id = $1', [id]),
    )
    expect(rows).toEqual([{ patient: 'Jean Petit' }])
  })
})
