import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { roleOfName } from '#features/attachments/scan-rules.ts'
import { statusesOfTab } from '#features/cases/rules.ts'
import type { Language } from '#kit/language.ts'
import type { Storage } from '#kit/server/storage.ts'
import { archScan, prescriptionPdf, shadePhoto } from './attachment-files.ts'
import type { SeededProblem } from './correspondence.ts'
import { insertRows } from './insert-rows.ts'
import type { Random } from './random.ts'

const names = {
  fr: {
    photo: 'Teinte au fauteuil.jpg',
    prescription: 'Prescription.pdf',
    upper: 'Arcade maxillaire.stl',
    lower: 'Arcade mandibulaire.stl',
  },
  en: {
    photo: 'Shade at the chair.jpg',
    prescription: 'Prescription.pdf',
    upper: 'Upper arch.stl',
    lower: 'Lower arch.stl',
  },
}
type What = keyof (typeof names)['fr']
const types = { photo: 'jpg', prescription: 'pdf', upper: 'stl', lower: 'stl' } as const
/** Of each practice, where files are looked for. */
const mostCases = 8
/** Each is flushed to the disk before it counts. */
const atOnce = 8

type Order = Record<string, unknown> & { id: string }

type Parts = {
  brandId: string
  language: Language
  orders: readonly Order[]
  /** Reported ones that a photo shows. */
  problems: readonly SeededProblem[]
}

/**
 * Files that open: whatever is under way by scans has them, the newest cases a photo and a prescription too. What is stored for a
 * seeding that fails is written over by the next.
 */
export async function insertAttachments(
  client: pg.Client,
  storage: Storage,
  random: Random,
  { brandId, language, orders, problems }: Parts,
): Promise<void> {
  const contents: Record<What, Buffer> = {
    photo: await shadePhoto(),
    prescription: await prescriptionPdf(language),
    upper: archScan('upper'),
    lower: archScan('lower'),
  }
  const folder = await mkdtemp(join(tmpdir(), 'arcade-seed-'))
  try {
    for (const [what, content] of Object.entries(contents)) await writeFile(join(folder, what), content)
    const files: { what: What; row: { id: string } & object }[] = []
    const add = (order: Order, what: What, name = names[language][what], problemId: string | null = null) => {
      const content = contents[what]
      const type = types[what]
      const row = {
        brand_id: brandId,
        id: random.uuid(),
        practice_id: order.practice_id,
        order_id: order.id,
        problem_id: problemId,
        name,
        type,
        role: type === 'stl' ? (roleOfName(name) ?? null) : null,
        state: 'ready',
        size: content.length,
        sha256: `\\x${createHash('sha256').update(content).digest('hex')}`,
        is_compressed: false,
        created_by: order.ordered_by,
        created_at: order.created_at,
      }
      files.push({ what, row })
    }
    const newest = new Set(newestOf(orders))
    for (const order of orders) {
      if (!order.ordered_by) continue
      if (newest.has(order)) for (const what of ['photo', 'prescription'] as const) add(order, what)
      const isScanned = order.print_type === 'optical' && (newest.has(order) || isUnderWay(order))
      if (isScanned) for (const what of ['upper', 'lower'] as const) add(order, what)
    }
    for (const { id, order, photo, reportedAt } of problems)
      add({ ...order, created_at: reportedAt }, 'photo', photo, id)
    for (let first = 0; first < files.length; first += atOnce) {
      const some = files.slice(first, first + atOnce)
      const puts = some.map(({ what, row: { id } }) => storage.put(`${brandId}/${id}`, join(folder, what)))
      // Where one fails the others still read from the folder, which goes.
      await Promise.allSettled(puts)
      await Promise.all(puts)
    }
    const rows = files.map(({ row }) => row)
    if (rows.length > 0) await insertRows(client, 'attachments', rows)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const isUnderWay = ({ status }: Order) => statusesOfTab.in_progress.some(one => one === status)

/** The newest of every practice that somebody has prescribed. */
function newestOf(orders: readonly Order[]): Order[] {
  const newest = orders
    .filter(order => order.ordered_by && order.created_at)
    .toSorted((a, b) => (String(a.created_at) < String(b.created_at) ? 1 : -1))
  return [...Map.groupBy(newest, order => order.practice_id).values()].flatMap(ofPractice =>
    ofPractice.slice(0, mostCases),
  )
}
