import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Language } from '#kit/language.ts'
import type { Storage } from '#kit/server/storage.ts'
import { archScan, prescriptionPdf, shadePhoto } from './attachment-files.ts'
import type { SeededProblem } from './correspondence.ts'
import { insertRows } from './insert-rows.ts'
import type { Random } from './random.ts'

const names = {
  fr: { jpg: 'Teinte au fauteuil.jpg', pdf: 'Prescription.pdf', stl: 'Arcade maxillaire.stl' },
  en: { jpg: 'Shade at the chair.jpg', pdf: 'Prescription.pdf', stl: 'Upper arch.stl' },
}
/** Of those under way, where they are looked for. */
const mostCases = 8

type Order = Record<string, unknown> & { id: string }

type Parts = {
  brandId: string
  language: Language
  orders: readonly Order[]
  /** Reported ones that a photo shows. */
  problems: readonly SeededProblem[]
}

/** Files that open, for the newest cases of each practice. What is stored for a seeding that fails is written over by the next. */
export async function insertAttachments(
  client: pg.Client,
  storage: Storage,
  random: Random,
  { brandId, language, orders, problems }: Parts,
): Promise<void> {
  const contents = { jpg: await shadePhoto(), pdf: await prescriptionPdf(language), stl: archScan() }
  const folder = await mkdtemp(join(tmpdir(), 'arcade-seed-'))
  try {
    const rows: object[] = []
    const add = async (order: Order, type: keyof typeof contents, name: string, problemId: string | null = null) => {
      const id = random.uuid()
      const content = contents[type]
      const path = join(folder, id)
      await writeFile(path, content)
      await storage.put(`${brandId}/${id}`, path)
      rows.push({
        brand_id: brandId,
        id,
        practice_id: order.practice_id,
        order_id: order.id,
        problem_id: problemId,
        name,
        type,
        state: 'ready',
        size: content.length,
        sha256: `\\x${createHash('sha256').update(content).digest('hex')}`,
        is_compressed: false,
        created_by: order.ordered_by,
        created_at: order.created_at,
      })
    }
    for (const order of pickOrders(orders)) {
      for (const type of ['jpg', 'pdf', 'stl'] as const) await add(order, type, names[language][type])
    }
    for (const { id, order, photo, reportedAt } of problems)
      await add({ ...order, created_at: reportedAt }, 'jpg', photo, id)
    if (rows.length > 0) await insertRows(client, 'attachments', rows)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The newest of every practice that somebody has prescribed. */
function pickOrders(orders: readonly Order[]): Order[] {
  const newest = orders
    .filter(order => order.ordered_by && order.created_at)
    .toSorted((a, b) => (String(a.created_at) < String(b.created_at) ? 1 : -1))
  return [...Map.groupBy(newest, order => order.practice_id).values()].flatMap(ofPractice =>
    ofPractice.slice(0, mostCases),
  )
}
