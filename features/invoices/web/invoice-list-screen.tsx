import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '#features/auth/web/use-user.ts'
import { ChosenToPay, usePaying } from '#features/payments/web/chosen-to-pay.tsx'
import { OpenPayments } from '#features/payments/web/open-payments.tsx'
import { OutdatedNotice } from '#kit/web/outdated-notice.tsx'
import { Pages } from '#kit/web/pages.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { PageLink } from '#kit/web/ui/pagination.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { mostCounted } from '../contract.ts'
import { InvoiceFilters } from './invoice-filters.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import { InvoiceWidgets } from './invoice-widgets.tsx'
import { isFiltered } from './list-changes.ts'
import { payableOf } from './payable.ts'
import { addressedInvoices, invoiceSummary } from './queries.ts'
import type { InvoiceSearch } from './search.ts'
import { invoicesText } from './text.ts'

const route = getRouteApi('/portal/invoices')

export function InvoiceListScreen() {
  const t = useText(invoicesText)
  useTitle(t.title)
  const search: InvoiceSearch = route.useSearch()
  // The old rows stay until the new ones have loaded.
  const list = useQuery({ ...addressedInvoices(search), placeholderData: keepPreviousData })
  const summary = useQuery(invoiceSummary)
  const mayPay = useMay('pay')
  const paying = usePaying(list.data?.data.map(row => ({ id: row.id, payable: payableOf(row) })))
  const isRefreshing = useDelayed(list.isFetching)
  const { data: known, error } = list
  return (
    <>
      <PageHead title={t.title} description={t.description} />
      {summary.error && !summary.data ? (
        <Card flush>
          <QueryFailure title={t.summaryFailed} query={summary} />
        </Card>
      ) : (
        <InvoiceWidgets summary={summary.data} />
      )}
      {mayPay && <OpenPayments />}
      <InvoiceFilters search={search} />
      <ResultCount hidden>
        {known && !list.isPlaceholderData && t.found(known.page.total, known.page.total === mostCounted)}
      </ResultCount>
      {error && known && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void list.refetch()} />}
      {error && !known ? (
        <Card flush>
          <QueryFailure title={t.failed} query={list} />
        </Card>
      ) : known?.data.length === 0 ? (
        <Card flush>
          {known.page.total > 0 ? (
            <EmptyState
              icon="bill"
              title={t.pastTheEnd}
              action={
                <ButtonLink to="/invoices" search={{ ...search, page: undefined }}>
                  {t.firstPage}
                </ButtonLink>
              }
            />
          ) : isFiltered(search) ? (
            <EmptyState
              icon="search"
              title={t.nothingFound.title}
              description={search.search && t.nothingFound.description}
              action={
                <ButtonLink to="/invoices" search={{}}>
                  {t.clear}
                </ButtonLink>
              }
            />
          ) : (
            <EmptyState icon="bill" {...t.empty} />
          )}
        </Card>
      ) : (
        <Card
          flush
          footer={
            known && (
              <Pages
                page={known.page}
                shown={known.data.length}
                isMore={known.page.total === mostCounted}
                renderLink={(page, props) => <PageLink to="/invoices" search={{ ...search, page }} {...props} />}
              />
            )
          }
        >
          <InvoiceTable rows={known?.data} search={search} busy={isRefreshing} paying={mayPay ? paying : undefined} />
        </Card>
      )}
      <ChosenToPay paying={paying} />
      {paying.dialog}
    </>
  )
}
