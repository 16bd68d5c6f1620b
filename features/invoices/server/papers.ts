import { createHash, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem, problem } from '#kit/problem.ts'
import { makeFolder } from '#kit/server/folder.ts'
import { type Storage, StorageFailure } from '#kit/server/storage.ts'
import { newTurns, type Share } from '#kit/server/turns.ts'
import { inEachLaboratory } from '#tenancy/server/chores.ts'
import type { Database } from '#tenancy/server/database.ts'
import { openLaboratoryOf } from '#tenancy/server/guards.ts'
import { isRunMoving } from './billing-sql.ts'
import { drawPaperInTurn } from './document/drawing.ts'
import { beginDocument, findPieceFacts, isMade, listWaiting, lockUnmade, setMade } from './document-sql.ts'
import { issuedPaper } from './issued-paper.ts'

type Bytes = ReadableStream<Uint8Array>
type Means = {
  database: Database
  storage: Storage
  /** Folder for files not yet complete. */
  passage: string
  /** Reads a stored file within its reader's turn; supplied by the application. */
  read: (share: Share, key: string) => Promise<Bytes>
}
type Named = { brandId: string; id: string }

/** Each holds a database connection during the write, so that no two processes write the same file. */
const { inTurn } = newTurns({ name: 'papers kept', atOnce: 2, longestQueue: 64, retryAfter: 5 })

/** Per laboratory and round, so that the others wait at most half a minute for theirs. */
const mostOfOne = 500
/** So many failures in a row mean that the laboratory's own data are incomplete. */
const mostInVain = 20

/** Documents of pieces: each is made once, on the first request or by upkeep within a minute or two, and kept. */
export class Papers {
  readonly #means: Means
  readonly #underWay = new Map<string, Promise<void>>()

  constructor(means: Means) {
    this.#means = means
  }

  async open(share: Share, named: Named): Promise<Bytes> {
    const made = await openLaboratoryOf(this.#means.database, named.brandId, 'read', laboratory =>
      isMade(laboratory, named.id),
    )
    if (!made) await this.#makeOnce(share, named)
    return this.#means.read(share, keyOf(named))
  }

  /** Stores a paper from elsewhere. `keep` decides in its transaction whether to put it with the others. */
  take<T>(share: Share, named: Named, path: string, keep: (put: () => Promise<void>) => Promise<T>): Promise<T> {
    return inTurn(share, () => keep(() => this.#means.storage.put(keyOf(named), path).catch(refuseForNow)))
  }

  /** Makes the documents that are waiting, in all laboratories or in these; safe in any number of processes. */
  async makeWaiting(laboratories?: readonly string[], signal?: AbortSignal): Promise<void> {
    await inEachLaboratory(
      laboratories ?? (await this.#means.database.listLaboratories('all')),
      brandId => this.#makeWaitingOf(brandId, signal),
      signal,
    )
  }

  async #makeWaitingOf(brandId: string, signal?: AbortSignal): Promise<void> {
    const share = { tenant: brandId, group: 'upkeep' }
    const waiting = await openLaboratoryOf(this.#means.database, brandId, 'read', async laboratory =>
      (await isRunMoving(laboratory)) ? [] : listWaiting(laboratory, mostOfOne),
    )
    const failures: unknown[] = []
    let inVain = 0
    for (const id of waiting) {
      if (inVain === mostInVain || signal?.aborted) break
      inVain += 1
      await this.#makeOnce(share, { brandId, id }).then(
        () => {
          inVain = 0
        },
        error => {
          if (!(error instanceof Problem && error.code === 'document_incomplete')) failures.push(error)
        },
      )
    }
    if (failures.length > 0) throw failures[0]
  }

  #makeOnce(share: Share, named: Named): Promise<void> {
    const known = this.#underWay.get(named.id)
    if (known !== undefined) return known
    const making = this.#make(share, named).finally(() => this.#underWay.delete(named.id))
    this.#underWay.set(named.id, making)
    return making
  }

  async #make(share: Share, { brandId, id }: Named): Promise<void> {
    const { database, storage, passage } = this.#means
    const facts = await openLaboratoryOf(database, brandId, 'write', async laboratory => {
      await beginDocument(laboratory, id)
      return findPieceFacts(laboratory, id)
    })
    const paper = facts && issuedPaper(facts)
    if (!paper) throw new Problem('document_incomplete', 409)
    const bytes = await drawPaperInTurn(share, paper)
    const file = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    const path = join(passage, randomUUID())
    try {
      makeFolder(passage, 0o700)
      await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
      await inTurn(share, () =>
        openLaboratoryOf(database, brandId, 'write', async laboratory => {
          if (!(await lockUnmade(laboratory, id))) return
          await storage.put(keyOf({ brandId, id }), path).catch(refuseForNow)
          await setMade(laboratory, id, file)
        }),
      )
    } finally {
      await rm(path, { force: true })
    }
  }
}

/** The storage is full or unreachable: the document is made the next time. */
function refuseForNow(cause: unknown): never {
  if (!(cause instanceof StorageFailure)) throw cause
  const refusal = problem('unavailable', { retryAfter: 10 })
  refusal.cause = cause
  throw refusal
}

const keyOf = ({ brandId, id }: Named) => `${brandId}/${id}`
