import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useMay } from '#features/auth/web/use-user.ts'
import type { CustomerAccountDialogProps } from '#features/bookkeeping/web/customer-account-dialog.tsx'
import { bookkeepingText } from '#features/bookkeeping/web/staff-text.ts'
import { useFormat } from '#kit/web/format.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { BlockSkeleton, Skeleton } from '#kit/web/ui/skeleton.tsx'
import { Widget, Widgets } from '#kit/web/ui/widget.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { StatementDialogProps } from './account-statement-dialog.tsx'
import { CasesToBill } from './cases-to-bill.tsx'
import { gapWords } from './gap-words.ts'
import { completes } from './gaps-link.tsx'
import type { HandPaymentDialogProps } from './hand-payment-dialog.tsx'
import type { InitialBalanceDialogProps } from './initial-balance-dialog.tsx'
import type { NumberDialogProps } from './number-dialog.tsx'
import { practiceToBill } from './staff-queries.ts'
import { billingText, booksText } from './staff-text.ts'
import { withActs } from './with-acts.ts'

const route = getRouteApi('/console/staff/billing/practices/$id')
const loadPayment = () => withActs(import('./hand-payment-dialog.tsx')).then(module => module.HandPaymentDialog)
const loadBalance = () => withActs(import('./initial-balance-dialog.tsx')).then(module => module.InitialBalanceDialog)
const loadStatement = () => withActs(import('./account-statement-dialog.tsx')).then(module => module.StatementDialog)
const loadCustomer = () =>
  Promise.all([import('#features/bookkeeping/web/customer-account-dialog.tsx'), loadText(bookkeepingText)]).then(
    ([module]) => module.CustomerAccountDialog,
  )
const loadNumber = () => withActs(import('./number-dialog.tsx')).then(module => module.NumberDialog)

/** One practice in the books: what it owes, what can be invoiced, what it has paid by hand. */
export function StaffBillingPracticeScreen() {
  const words = useText(booksText)
  const texts = useText(billingText)
  const t = texts.practice
  const { id } = route.useParams()
  const found = useQuery(practiceToBill(id))
  const { data: practice, error } = found
  useTitle(practice?.name ?? words.invoicing)
  const format = useFormat()
  const mayChange = useMay('practices')
  const { complete } = route.useSearch()
  const navigate = useNavigate()
  const payment = useLateDialog<HandPaymentDialogProps>(loadPayment)
  const balance = useLateDialog<InitialBalanceDialogProps>(loadBalance)
  const statement = useLateDialog<StatementDialogProps>(loadStatement)
  const customer = useLateDialog<CustomerAccountDialogProps>(loadCustomer)
  const number = useLateDialog<NumberDialogProps>(loadNumber, {
    // Clears the address, so that a reload does not open the dialog again.
    onOpen: () => complete && void navigate({ to: '/staff/billing/practices/$id', params: { id }, replace: true }),
  })
  const isAsked = practice !== undefined && complete !== undefined
  const openAsked = useEffectEvent(() => practice && number.open({ practice }))
  useEffect(() => {
    if (isAsked) openAsked()
  }, [isAsked])
  return (
    <div className="stack">
      <div className="stack">
        <Breadcrumb label={words.invoicing}>
          <BreadcrumbLink to="/staff/billing">{words.invoicing}</BreadcrumbLink>
          {(practice || !error) && <BreadcrumbHere>{practice?.name ?? <Skeleton width="short" />}</BreadcrumbHere>}
        </Breadcrumb>
        <PageHead
          title={practice?.name ?? (error ? words.invoicing : <Skeleton shape="title" width="medium" />)}
          description={practice?.place}
          actions={
            practice && (
              <>
                <Button
                  onPointerEnter={payment.prepare}
                  onFocus={payment.prepare}
                  onClick={() => payment.open({ practice })}
                >
                  {t.pay}
                </Button>
                <Button
                  onPointerEnter={balance.prepare}
                  onFocus={balance.prepare}
                  onClick={() => balance.open({ practice })}
                >
                  {practice.initialBalanceCents === null ? t.initialBalance : t.correctBalance}
                </Button>
                <Button
                  icon="download"
                  onPointerEnter={statement.prepare}
                  onFocus={statement.prepare}
                  onClick={() => statement.open({ practice })}
                >
                  {t.statement}
                </Button>
                <ButtonLink to="/staff/invoices" search={{ practiceId: id }} icon="document">
                  {t.pieces}
                </ButtonLink>
              </>
            )
          }
        />
      </div>
      {error && practice && (
        <OutdatedNotice words={words.outdated} error={error} onRetry={() => void found.refetch()} />
      )}
      {practice ? (
        <>
          {practice.gaps.length > 0 && (
            <Notice
              tone="warn"
              title={`${texts.billing.gapsTitle(1)} (${gapWords(texts.billing.gaps, practice.gaps)})`}
            >
              <p>{texts.billing.gapsAfter}</p>
              {!mayChange && practice.gaps.includes('address') && <p>{texts.billing.addressBy}</p>}
              {mayChange ? (
                <Link to="/staff/practices/$id" params={{ id }} search={{ complete: completes(practice.gaps) }}>
                  {texts.billing.complete}
                </Link>
              ) : (
                completes(practice.gaps) === 'number' && (
                  <Button
                    size="sm"
                    onPointerEnter={number.prepare}
                    onFocus={number.prepare}
                    onClick={() => number.open({ practice })}
                  >
                    {texts.billing.enterNumber}
                  </Button>
                )
              )}
            </Notice>
          )}
          <Widgets>
            <Widget
              label={practice.balanceCents < 0 ? t.inFavour : t.balance}
              icon="bill"
              value={format.money(practice.balanceCents)}
            />
            <Widget
              label={t.toBill}
              icon="box"
              value={format.money(practice.totalCents)}
              detail={practice.unpriced > 0 && texts.billing.unpriced(practice.unpriced)}
            />
            <Widget
              label={t.customerAccount}
              icon="document"
              value={practice.customerAccount.said || practice.customerAccount.usual}
              detail={
                <Button
                  size="sm"
                  onPointerEnter={customer.prepare}
                  onFocus={customer.prepare}
                  onClick={() => customer.open({ practice })}
                >
                  {t.changeCustomerAccount}
                </Button>
              }
            />
          </Widgets>
          <CasesToBill practiceId={id} cases={practice.waiting} />
          <CasesToBill practiceId={id} cases={practice.credited} areCredited />
        </>
      ) : error ? (
        <Card flush>
          <QueryFailure title={words.failed} query={found} />
        </Card>
      ) : (
        <BlockSkeleton />
      )}
      {payment.dialog}
      {balance.dialog}
      {statement.dialog}
      {number.dialog}
      {customer.dialog}
    </div>
  )
}
