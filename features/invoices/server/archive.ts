import type { Language } from '#kit/language.ts'
import { Problem, problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import type { BinaryAnswer } from '#kit/server/serve.ts'
import { newTurns, type Share } from '#kit/server/turns.ts'
import { readInto, zipOf } from '#kit/server/zip.ts'
import { may, type Right } from '#tenancy/rights.ts'
import { type AccountHolder, type SignedIn, shareOf } from '#tenancy/server/actor.ts'
import { type archiveRefusals, mostInArchive } from '../contract.ts'
import { documentName } from '../document-name.ts'
import { listForArchive, type Piece } from './document-sql.ts'
import type { Papers } from './papers.ts'
import type { Filters } from './sql.ts'

type Asked = {
  holder: AccountHolder
  needs: Right
  filters: Filters
  outgoing: Headers
  refuse: (code: keyof typeof archiveRefusals) => never
}

/** A download lasts as long as its reader takes. */
const { take } = newTurns({
  name: 'archives',
  atOnce: 8,
  atOnceOfOne: [4, 2, 1],
  longestQueue: 16,
  longestWait: 10_000,
  retryAfter: 30,
})

const words = {
  fr: {
    name: 'factures.zip',
    missing: (piece: string) => `Le document ${piece} n’est pas disponible. Appelez le laboratoire.`,
  },
  en: {
    name: 'invoices.zip',
    missing: (piece: string) => `The document ${piece} is not available. Call the laboratory.`,
  },
} satisfies Record<Language, object>

/**
 * All documents of these pieces, oldest first, made while they are read. The session and right of the reader are checked
 * again before each, so that an archive ends with them.
 */
export async function archiveAnswer(papers: Papers, asked: Asked): Promise<BinaryAnswer> {
  const { holder, filters, outgoing, refuse } = asked
  const { pieces, share, language } = await holder.signedIn(async user => ({
    pieces: await listForArchive(user, filters, mostInArchive + 1),
    share: shareOf(user),
    language: user.language,
  }))
  if (pieces.length === 0) return refuse('no_documents')
  if (pieces.length > mostInArchive) return refuse('too_many_documents')
  outgoing.set('content-disposition', attachment(words[language].name))
  return {
    type: 'application/zip',
    bytes: async () => archiveOf(papers, { ...asked, pieces, share, language }, await take(share)),
  }
}

type Gathered = Pick<Asked, 'holder' | 'needs'> & { pieces: readonly Piece[]; share: Share; language: Language }

const archiveOf = (papers: Papers, { holder, needs, pieces, share, language }: Gathered, giveBack: () => void) =>
  zipOf(async function* (opened) {
    const names = new Set<string>()
    /** Numbers from other software may differ only in characters that file names must not contain. */
    const nameOf = (piece: Piece) => {
      const name = documentName(piece)
      const isTaken = names.has(name.toLowerCase())
      names.add(name.toLowerCase())
      return isTaken ? `${piece.id}-${name}` : name
    }
    const mayStill = (user: SignedIn) => Promise.resolve(may(user, needs))
    for (const piece of pieces) {
      if (!(await holder.signedIn(mayStill))) throw problem('forbidden')
      const at = new Date(`${piece.date}T12:00:00Z`)
      const name = nameOf(piece)
      try {
        const bytes = await papers.open(share, { brandId: holder.brandId, id: piece.id })
        yield { name, at, input: readInto(opened, bytes) }
      } catch (error) {
        if (!(error instanceof Problem && (error.code === 'file_lost' || error.code === 'document_incomplete')))
          throw error
        yield { name: `${name}.txt`, at, input: words[language].missing(piece.pieceCode) }
      }
    }
  }, giveBack)
