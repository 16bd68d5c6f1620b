import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '#features/auth/web/use-user.ts'
import { usePaying } from '#features/payments/web/chosen-to-pay.tsx'
import { OpenPayments } from '#features/payments/web/open-payments.tsx'
import { paymentsText } from '#features/payments/web/text.ts'
import { Problem } from '#kit/problem.ts'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import type { Invoice } from '../contract.ts'
import { InvoiceLines } from './invoice-lines.tsx'
import { InvoiceSettlements } from './invoice-settlements.tsx'
import { InvoiceTotals, PieceLink } from './invoice-totals.tsx'
import { isPayableAlone, payableOf } from './payable.ts'
import { typeOfPiece } from './piece-type.ts'
import { PieceWidgets } from './piece-widgets.tsx'
import { ProFormaAnswering } from './pro-forma-answering.tsx'
import { invoiceOne } from './queries.ts'
import { invoicesText, invoiceText } from './text.ts'
import { useDocument } from './use-document.ts'
import './invoices.css'

const route = getRouteApi('/portal/invoices/$id')

/** One piece: its lines, its payments and the actions on it. */
export function InvoiceScreen() {
  const words = useText(invoicesText)
  const t = useText(invoiceText)
  const { id } = route.useParams()
  const query = useQuery(invoiceOne(id))
  const isRefreshing = useDelayed(query.isFetching)
  const { data: known, error } = query
  const mayPay = useMay('pay')
  useTitle(known?.pieceCode ?? words.title)
  return (
    <>
      <Breadcrumb label={t.breadcrumb}>
        <BreadcrumbLink to="/invoices">{words.title}</BreadcrumbLink>
        {(known || !error) && <BreadcrumbHere>{known?.pieceCode ?? <Skeleton width="short" />}</BreadcrumbHere>}
      </Breadcrumb>
      {error && known && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void query.refetch()} />}
      {error && !known ? (
        <Card flush>{isMissing(error) ? <Missing /> : <QueryFailure title={t.failed} query={query} isWhole />}</Card>
      ) : (
        <div className="stack" aria-busy={isRefreshing || !known || undefined}>
          <Head known={known} />
          {mayPay && known && known.pendingCents > 0 && <OpenPayments of={id} />}
          {known?.type === 'pro_forma' && <ProFormaAnswering known={known} />}
          <PieceWidgets known={known} />
          <div className="invoice-columns">
            <InvoiceTotals known={known} />
            <InvoiceSettlements known={known} />
          </div>
          <InvoiceLines known={known} />
        </div>
      )}
    </>
  )
}

const isMissing = (error: Error) => error instanceof Problem && error.status === 404

function Missing() {
  const t = useText(invoiceText)
  useTitle(t.notFound)
  return (
    <EmptyState
      icon="search"
      title={t.notFound}
      isWhole
      description={t.notFoundAdvice}
      action={<ButtonLink to="/invoices">{t.backToList}</ButtonLink>}
    />
  )
}

function Head({ known }: { known: Invoice | undefined }) {
  const words = useText(invoicesText)
  const t = useText(invoiceText)
  const format = useFormat()
  if (!known)
    return <PageHead title={<Skeleton shape="title" width="medium" />} description={<Skeleton width="medium" />} />
  return (
    <PageHead
      title={known.pieceCode}
      description={
        <>
          {t.of(typeOfPiece(words, known), format.day(known.date, 'year'))}
          {known.receivedOn && `, ${words.receivedOn(format.day(known.receivedOn, 'year'))}`}
          {known.type === 'credit' && known.corrects && (
            <>
              {' '}
              {t.onPiece} <PieceLink piece={known.corrects} />
            </>
          )}
        </>
      }
      actions={<Actions known={known} />}
    />
  )
}

function Actions({ known }: { known: Invoice }) {
  const t = useText(invoiceText)
  const { download } = useText(invoicesText)
  const { choice } = useText(paymentsText)
  const mayPay = useMay('pay')
  const payable = payableOf(known)
  const paying = usePaying([{ id: known.id, payable }])
  const document = useDocument(known)
  return (
    <>
      {mayPay && isPayableAlone(payable) && (
        <Button variant="primary" {...paying.intent} onClick={() => paying.pay([payable])}>
          {choice.payOnline}
        </Button>
      )}
      {known.hasDocument && (
        <Button
          icon="download"
          pending={document.isPending}
          aria-label={t.documentOf(known.pieceCode)}
          onClick={document.save}
        >
          {known.type === 'paiement' && !known.returnedAs ? t.receipt : download}
        </Button>
      )}
      {paying.dialog}
    </>
  )
}
