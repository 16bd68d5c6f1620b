import { problem } from '#kit/problem.ts'
import { attachment } from '#kit/server/attachment.ts'
import type { BinaryAnswer } from '#kit/server/serve.ts'
import { type SignedIn, shareOf } from '#tenancy/server/actor.ts'
import { documentName } from '../document-name.ts'
import type { Piece } from './document-sql.ts'
import type { Papers } from './papers.ts'

const currency = 'EUR' as const
export const withCurrency = <Row extends object>(row: Row) => ({ ...row, currency })

type Asked = { piece: Piece | undefined; outgoing: Headers; refuse: (code: 'no_document') => never }

/** The document of a piece that the user may see. */
export function documentAnswer(papers: Papers, user: SignedIn, { piece, outgoing, refuse }: Asked): BinaryAnswer {
  if (!piece) throw problem('not_found')
  if (!piece.hasDocument) return refuse('no_document')
  outgoing.set('content-disposition', attachment(documentName(piece)))
  const { brandId } = user
  const share = shareOf(user)
  return { type: 'application/pdf', bytes: () => papers.open(share, { brandId, id: piece.id }) }
}
