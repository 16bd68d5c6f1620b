import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { type Description, DescriptionList } from '#kit/web/ui/description-list.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { BlockSkeleton, Skeleton } from '#kit/web/ui/skeleton.tsx'
import type { StaffInvoice } from '../staff-contract.ts'
import { InvoicePill } from './invoice-pill.tsx'
import { PieceActs } from './piece-acts.tsx'
import { PieceCases } from './piece-cases.tsx'
import { PieceLines } from './piece-lines.tsx'
import { PieceSettlements } from './piece-settlements.tsx'
import { typeOfPiece } from './piece-type.ts'
import { signedCents } from './signed-cents.ts'
import { pieceOne } from './staff-queries.ts'
import { booksText, piecesText } from './staff-text.ts'
import { invoicesText } from './text.ts'
import { useRate } from './use-rate.ts'
import './staff-billing.css'

const route = getRouteApi('/console/staff/invoices/$id')

/** One piece, its history and the actions on it. */
export function StaffPieceScreen() {
  const words = useText(booksText)
  const texts = useText(piecesText)
  const names = useText(invoicesText)
  const { id } = route.useParams()
  const found = useQuery(pieceOne(id))
  const { data: piece, error } = found
  useTitle(piece?.pieceCode ?? texts.pieces.title)
  return (
    <div className="stack">
      <div className="stack">
        <Breadcrumb label={texts.pieces.title}>
          <BreadcrumbLink to="/staff/invoices">{texts.pieces.title}</BreadcrumbLink>
          {(piece || !error) && <BreadcrumbHere>{piece?.pieceCode ?? <Skeleton width="short" />}</BreadcrumbHere>}
        </Breadcrumb>
        <PageHead
          title={
            piece ? (
              `${typeOfPiece(names, piece)} ${piece.pieceCode}`
            ) : error ? (
              texts.pieces.title
            ) : (
              <Skeleton shape="title" width="medium" />
            )
          }
          description={piece && <InvoicePill piece={piece} />}
          actions={piece && <PieceActs piece={piece} />}
        />
      </div>
      {error && piece && <OutdatedNotice words={words.outdated} error={error} onRetry={() => void found.refetch()} />}
      {piece ? (
        <>
          {piece.question && (
            <Notice
              tone={piece.status === 'in_validation' ? 'warn' : 'info'}
              icon="message"
              title={texts.piece.question}
            >
              <p className="billing-words">{piece.question}</p>
              {piece.answer && (
                <>
                  <p className="strong">{texts.piece.answered}</p>
                  <p className="billing-words">{piece.answer}</p>
                </>
              )}
            </Notice>
          )}
          {piece.payment?.isDisputed && <Notice tone="late" title={texts.piece.disputed} />}
          <Facts piece={piece} />
          {piece.payment && <PaymentCard payment={piece.payment} />}
          {piece.lines.length > 0 ? (
            <PieceLines piece={piece} />
          ) : (
            <PieceCases
              title={texts.piece.cases}
              orders={piece.orders}
              linkOf={({ id, code }) => (
                <Link to="/staff/cases/$id" params={{ id }}>
                  {code}
                </Link>
              )}
            />
          )}
          {piece.type !== 'pro_forma' && <PieceSettlements piece={piece} />}
        </>
      ) : error ? (
        <Card flush>
          <QueryFailure title={words.failed} query={found} />
        </Card>
      ) : (
        <BlockSkeleton />
      )}
    </div>
  )
}

function Facts({ piece }: { piece: StaffInvoice }) {
  const t = useText(piecesText).piece
  const { money, day } = useFormat()
  const rateOf = useRate()
  const { practice, type, netCents, vatCents, amountCents, dueCents, pendingCents, corrects, correctedBy } = piece
  const signed = (cents: number) => money(signedCents(type, cents))
  const taxed = piece.taxes.filter(({ vat }) => vat !== 'exempt')
  const exempt = piece.taxes.find(({ vat }) => vat === 'exempt')
  const items: (Description | false)[] = [
    {
      term: t.practice,
      detail: (
        <Link to="/staff/billing/practices/$id" params={{ id: practice.id }}>
          {practice.name}
        </Link>
      ),
    },
    { term: t.issuedOn, detail: day(piece.date, 'year') },
    type === 'invoice' && { term: t.dueOn, detail: day(piece.dueDate, 'year') },
    piece.issuedBy !== null && { term: t.issuedBy, detail: piece.issuedBy },
    (piece.lines.length > 0 || netCents > 0) && { term: t.net, detail: signed(netCents) },
    ...taxed.map(({ vat, vatRate, baseCents, taxCents }) => ({
      term: t.vatOn(rateOf({ vat, vatRate }), signed(baseCents)),
      detail: signed(taxCents),
    })),
    piece.taxes.length === 0 && vatCents > 0 && { term: t.vat, detail: signed(vatCents) },
    // Payments have no VAT.
    { term: type === 'paiement' ? t.amount : t.total, detail: money(amountCents) },
    exempt !== undefined && { term: t.exemptBase, detail: signed(exempt.baseCents) },
    type !== 'pro_forma' &&
      (dueCents > 0 || amountCents > 0
        ? { term: t.due, detail: money(dueCents) }
        : { term: t.open, detail: money(dueCents) }),
    pendingCents > 0 && { term: t.underWay, detail: money(pendingCents) },
    piece.remindedOn.length > 0 && {
      term: t.remindedOn,
      detail: piece.remindedOn.map(on => day(on, 'date')).join(', '),
    },
    piece.reason !== null && { term: t.reason, detail: piece.reason },
    corrects !== null && { term: t.corrects, detail: <PieceLink {...corrects} /> },
    correctedBy.length > 0 && {
      term: t.correctedBy,
      detail: (
        <ul className="billing-lines">
          {correctedBy.map(one => (
            <li key={one.id}>
              <PieceLink {...one} />
            </li>
          ))}
        </ul>
      ),
    },
  ]
  return (
    <Card>
      <DescriptionList items={items.filter(item => item !== false)} />
    </Card>
  )
}

function PieceLink({ id, pieceCode }: { id: string; pieceCode: string }) {
  return (
    <Link to="/staff/invoices/$id" params={{ id }}>
      {pieceCode}
    </Link>
  )
}

function PaymentCard({ payment }: { payment: NonNullable<StaffInvoice['payment']> }) {
  const { meansOf } = useText(booksText)
  const words = useText(piecesText)
  const t = words.piece.paymentDetails
  const { money, day } = useFormat()
  const { mode, means, receivedOn, reference, payerReference, note, returned } = payment
  const items: (Description | false)[] = [
    {
      term: t.means,
      detail: mode === 'manual' ? meansOf[means ?? 'other'] : t.online[mode],
    },
    receivedOn !== null && { term: t.receivedOn, detail: day(receivedOn, 'year') },
    mode === 'transfer' && { term: t.reference, detail: reference },
    payerReference !== null && { term: t.payerReference, detail: payerReference },
    note !== null && { term: t.note, detail: note },
    ...returned.map(({ as, cents }) => ({ term: t.returned[as], detail: money(cents) })),
  ]
  return (
    <Card title={words.piece.payment}>
      <DescriptionList items={items.filter(item => item !== false)} />
    </Card>
  )
}
