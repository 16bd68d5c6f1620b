import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { makeWith } from '#test/make.ts'

const { ownerUrl } = inject('database')

it('a case’s id begins with the moment it was made in, and is drawn behind it', async () => {
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  try {
    const make = makeWith(owner)
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    const before = Date.now()
    const { rows: made } = await make.within(laboratory.id, client =>
      client.query<{ id: string }>(
        `insert into orders (brand_id, practice_id, code, patient_code, print_type, summary_fr, summary_en)
         select $1, $2, 'T-' || n, 'P', 'optical', 'Couronne', 'Crown' from generate_series(1, 20) n returning id`,
        [laboratory.id, practice.id],
      ),
    )
    const ids = made.map(({ id }) => id)
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      // The clocks of two processes.
      const madeAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
      expect(Math.abs(madeAt - before)).toBeLessThan(60_000)
    }
    expect(new Set(ids.map(id => id.slice(-12))).size).toBe(ids.length)
    const { rows } = await owner.query(`select new_case_id('2026-01-05T10:00:00.123Z')::text as id`)
    expect(rows[0].id.slice(0, 13)).toBe('019b8d99-697b')
  } finally {
    await owner.end()
  }
})
