import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { dataOf } from '#test/asking-as-program.ts'
import { startTestApp } from '#test/harness.ts'

const { make, as, owner } = startTestApp()

async function caseWith(values: Record<string, unknown> = {}) {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const { id } = await make.order(practice, values)
  const of = { brand_id: laboratory.id, practice_id: practice.id, order_id: id }
  const write = (sequence: number, line: object) =>
    make.insert(laboratory.id, 'order_events', { ...of, sequence, ...line })
  const kinds = async () => {
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select kind from order_events where order_id = $1 order by sequence', [id]),
    )
    return rows.map(({ kind }) => kind)
  }
  return { laboratory, practice, id, write, kinds }
}

describe('a line on the timeline', () => {
  it('is a step or a note, for the practice, the laboratory and its software alike', async () => {
    const { laboratory, practice, id } = await caseWith()
    const staff = await as(await make.user(laboratory))
    const hold = { reason: 'other', question: 'Quelle teinte ?' }
    for (const body of [
      { status: 'on_hold', hold, note: 'Nous appelons demain' },
      { status: 'on_hold', note: 'Personne n’a répondu' },
      { status: 'registered' },
    ])
      expect((await staff(`/api/staff/orders/${id}/status`, { body })).status).toBe(204)
    const expected = [
      { status: 'on_hold', kind: 'step', note: hold.question },
      { status: 'on_hold', kind: 'note', note: 'Nous appelons demain' },
      { status: 'on_hold', kind: 'note', note: 'Personne n’a répondu' },
      { status: 'registered', kind: 'step' },
    ]
    const doctor = await as(await make.user(practice))
    expect((await dataOf(await doctor(`/api/orders/${id}`))).timeline).toMatchObject(expected)
    expect((await dataOf(await staff(`/api/staff/orders/${id}`))).timeline).toMatchObject(expected)
  })

  it('that says it is invoiced is a note to the delivery for whoever may not see invoices', async () => {
    const { practice, id, write } = await caseWith({ status: 'invoiced' })
    await write(1, { kind: 'step', status: 'delivered' })
    await write(2, { kind: 'step', status: 'invoiced', note: 'Facture jointe au colis' })
    const seenBy = async (values: Record<string, unknown>) =>
      (await dataOf(await (await as(await make.user(practice, values)))(`/api/orders/${id}`))).timeline
    expect(await seenBy({ is_practice_doctor: true })).toMatchObject([
      { status: 'delivered', kind: 'step' },
      { status: 'delivered', kind: 'note' },
    ])
    expect(await seenBy({})).toMatchObject([
      { status: 'delivered', kind: 'step' },
      { status: 'invoiced', kind: 'step' },
    ])
  })

  it('is told apart by the database, where the release before does not say what it is', async () => {
    const { write, kinds } = await caseWith()
    await write(1, { status: 'registered', note: 'Saisi par le laboratoire' })
    await write(2, { status: 'registered', note: 'Livraison le 24' })
    await write(3, { status: 'in_preparation', note: 'Reçu' })
    await write(4, { status: 'in_preparation' })
    expect(await kinds()).toEqual(['step', 'note', 'step', 'step'])
  })

  it('was told apart so when it was written before there were kinds', async () => {
    const { laboratory, write, kinds } = await caseWith()
    await write(1, { status: 'registered', note: 'Saisi par le laboratoire' })
    await write(2, { status: 'registered', note: 'Livraison le 24' })
    await write(3, { status: 'on_hold', note: 'Quelle teinte ?' })
    await write(4, { status: 'on_hold', note: 'Personne n’a répondu' })
    await write(5, { status: 'registered' })
    await make.within(laboratory.id, client => client.query("update order_events set kind = 'step'"))
    const migration = await readFile(new URL('../../../db/migrations/0491_notes_before.sql', import.meta.url), 'utf8')
    await owner.query(migration.slice(0, migration.indexOf('end $$;') + 'end $$;'.length))
    expect(await kinds()).toEqual(['step', 'note', 'step', 'note', 'step'])
  })

  it('is never a step that changes nothing, a note that changes the status, or a note without words', async () => {
    const { write, kinds } = await caseWith()
    await write(1, { kind: 'step', status: 'registered' })
    const refused = (constraint: string) => expect.objectContaining({ constraint })
    await expect(write(2, { kind: 'step', status: 'registered', note: 'x' })).rejects.toEqual(
      refused('order_events__kind'),
    )
    await expect(write(2, { kind: 'note', status: 'in_preparation', note: 'x' })).rejects.toEqual(
      refused('order_events__kind'),
    )
    await expect(write(2, { kind: 'note', status: 'registered' })).rejects.toEqual(
      refused('order_events__note_has_words'),
    )
    expect(await kinds()).toEqual(['step'])
  })
})
