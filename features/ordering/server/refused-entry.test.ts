import { expect, it } from 'vitest'
import { startEntering } from '#test/entering.ts'
import { startTestApp } from '#test/harness.ts'

const use = startTestApp({ connections: 25 })
const { make, as } = use
const entered = startEntering(use)
type Entered = Awaited<ReturnType<typeof entered>>

const refuse = ({ bench, id }: Pick<Entered, 'bench' | 'id'>) =>
  bench(`/api/staff/orders/${id}/status`, {
    body: { status: 'cancelled', note: 'Élodie Martin n’est pas de ce cabinet' },
  })
const wordsOf = ({ laboratory, id }: Pick<Entered, 'laboratory' | 'id'>) =>
  make.within(laboratory.id, async client => {
    const { rows } = await client.query<{ words: string }>(
      `select concat_ws(' | ', (select string_agg(m.body, ' | ') from order_messages m where m.order_id = o.id),
         (select string_agg(e.note, ' | ') from order_events e where e.order_id = o.id)) as words
       from orders o where o.id = $1`,
      [id],
    )
    return rows[0]?.words
  })

it('a refused entry leaves its patient in no words either: whoever reads them may be another practice', async () => {
  const here = await entered()
  const { bench, id } = here
  await bench(`/api/staff/orders/${id}/messages`, { body: { body: 'Élodie Martin : le bon est illisible.' } })
  await bench(`/api/staff/orders/${id}/status`, {
    body: { status: 'on_hold', hold: { reason: 'other', question: 'Élodie Martin a-t-elle un bridge ?' } },
  })
  expect(await wordsOf(here)).toMatch(/Élodie Martin\s: le bon.*Élodie Martin a-t-elle/)
  expect((await refuse(here)).status).toBe(204)
  expect(await wordsOf(here)).not.toContain('Martin')
  expect(await wordsOf(here)).toContain('… n’est pas de ce cabinet')
})

it('a name that was misread is erased with the other one: it may be somebody else’s', async () => {
  const here = await entered()
  const { laboratory, bench, id, correct, byBench } = here
  await bench(`/api/staff/orders/${id}/messages`, { body: { body: 'Élodie Martin ou Jean Petit ?' } })
  expect((await correct({ patient: 'Jean Petit' })).status).toBe(200)
  expect((await correct({ patient: null })).status).toBe(200)
  // A correction keeps the words that others have written.
  expect(await wordsOf(here)).toMatch(/^Élodie Martin ou Jean Petit \?/)
  const administrator = await as(await make.user(laboratory))
  const { data } = await (await administrator(`/api/staff/audit/cases?code=${(await byBench()).code}`)).json()
  expect(data).toMatchObject([{ namesPatient: true }])
  expect((await administrator(`/api/staff/orders/${id}/patient-name`, { method: 'DELETE' })).status).toBe(204)
  expect(await wordsOf(here)).toMatch(/^… ou … \?/)
  const { rows } = await make.within(laboratory.id, client =>
    client.query('select from former_patient_names where order_id = $1', [id]),
  )
  expect(rows).toEqual([])
})

it.each(['Patient', 'INCONNUE', 'Nom illisible', 'Voir le bon', 'Patient 2'])(
  'what stood there in place of a name, %s, is none: it stays where people write it',
  async nobody => {
    const here = await entered()
    const { bench, id, correct } = here
    await bench(`/api/staff/orders/${id}/messages`, {
      body: { body: `Le patient est inconnu, nom illisible\u00a0: voir le bon. (${nobody})` },
    })
    for (const patient of [nobody, 'Élodie Martin']) expect((await correct({ patient })).status).toBe(200)
    expect((await refuse(here)).status).toBe(204)
    const words = await wordsOf(here)
    expect(words).toContain(`Le patient est inconnu, nom illisible\u00a0: voir le bon. (${nobody})`)
    expect(words).toContain('… n’est pas de ce cabinet')
  },
)

it('what was imported has been the practice’s all along: refused, it keeps its patient', async () => {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const administrator = await make.user(laboratory)
  const importId = await make.within(laboratory.id, async client => {
    const { rows } = await client.query<{ id: string }>(
      `insert into imports (brand_id, kind, file_name, delimiter, headings, created_by)
       values ($1, 'cases', 'travaux.csv', ';', '{Code}', $2) returning id`,
      [laboratory.id, administrator.id],
    )
    return rows[0]?.id
  })
  const { id } = await make.order(practice, { patient: 'Jean Petit', comment: 'Merci', import_id: importId })
  const bench = await as(await make.user(laboratory, { role: 'production' }))
  expect((await refuse({ bench, id })).status).toBe(204)
  const { rows } = await make.within(laboratory.id, client =>
    client.query('select patient, comment from orders where id = $1', [id]),
  )
  expect(rows).toEqual([{ patient: 'Jean Petit', comment: 'Merci' }])
})

it('a photo that a driver has made at the door stays when the entry is refused', async () => {
  const here = await entered()
  const { laboratory, practice, id } = here
  const driver = await make.user(laboratory, { role: 'driver' })
  const { id: handOver } = await make.within(laboratory.id, async client => {
    const { rows } = await client.query<{ id: string }>(
      `insert into hand_overs (brand_id, practice_id, id, day, outcome, done_by, done_at)
       values ($1, $2, gen_random_uuid(), current_date, 'nobody_there', $3, now()) returning id`,
      [laboratory.id, practice.id, driver.id],
    )
    return rows[0] as { id: string }
  })
  for (const [name, hand_over_id] of [
    ['porte.jpg', handOver],
    ['bon.jpg', null],
  ])
    await make.insert(laboratory.id, 'attachments', {
      brand_id: laboratory.id,
      practice_id: practice.id,
      order_id: id,
      created_by: driver.id,
      of_laboratory: true,
      hand_over_id,
      name,
      type: 'jpg',
      state: 'ready',
      size: 1,
      sha256: Buffer.alloc(32),
    })
  expect((await refuse(here)).status).toBe(204)
  const { rows } = await make.within(laboratory.id, client =>
    client.query(`select state from attachments where order_id = $1 order by hand_over_id is null`, [id]),
  )
  expect(rows.map(({ state }) => state)).toEqual(['ready', 'removed'])
  const recorded = await make.within(laboratory.id, client =>
    client.query(`select from audit_events where order_id = $1 and kind = 'attachment_removed'`, [id]),
  )
  expect(recorded.rows).toHaveLength(1)
})
