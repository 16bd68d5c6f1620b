import { createHash, randomUUID } from 'node:crypto'
import { open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isReally } from '#features/attachments/server/file-kinds.ts'
import { look } from '#features/attachments/server/looked-file.ts'
import type { Files } from '#features/attachments/server/store.ts'
import { recordDeedAbout } from '#features/audit/server/sql.ts'
import type { Papers } from '#features/invoices/server/papers.ts'
import { problem } from '#kit/problem.ts'
import { makeFolder } from '#kit/server/folder.ts'
import type { Share } from '#kit/server/turns.ts'
import { type Program, shareOf, type Waiting } from '#tenancy/server/actor.ts'
import { findPieceNamed, giveDocument } from './pieces-sql.ts'

type Means = { files: Pick<Files, 'scan' | 'passage'>; papers: Papers }
type Given = {
  name: string
  bytes: Uint8Array
  requestId: string
  refuse: (code: 'unknown_here' | 'no_pdf' | 'file_type_refused' | 'document_differs') => never
}

/** Scans the file like any upload, and stores it with the portal's own papers. */
export async function takeDocument(
  { files, papers }: Means,
  actor: Waiting<Program>,
  { name, bytes, requestId, refuse }: Given,
): Promise<void> {
  const { id, brandId, share } = await actor.within('read', async program => {
    const piece = await findPieceNamed(program, name)
    if (!piece) return refuse('unknown_here')
    return { id: piece.id, brandId: program.brandId, share: shareOf(program) }
  })
  const path = join(files.passage, randomUUID())
  try {
    makeFolder(files.passage, 0o700)
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
    if (!(await isPdf(path, share))) return refuse('no_pdf')
    const verdict = await files.scan(path)
    if (verdict === 'infected') return refuse('file_type_refused')
    if (verdict === 'unavailable') throw problem('unavailable', { retryAfter: 60 })
    const file = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    await papers.take(share, { brandId, id }, path, put =>
      actor.within('write', async program => {
        const outcome = await giveDocument(program, id, file)
        if (outcome === 'same') return
        if (outcome !== 'given') return refuse(outcome === 'differs' ? 'document_differs' : 'unknown_here')
        await put()
        await recordDeedAbout(program, 'invoice_document_given', requestId, id)
      }),
    )
  } finally {
    await rm(path, { force: true })
  }
}

async function isPdf(path: string, share: Share): Promise<boolean> {
  const file = await open(path)
  try {
    return await isReally('pdf', await look(file), share)
  } finally {
    await file.close()
  }
}
