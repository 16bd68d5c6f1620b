import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
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
import { SortLink } from '#kit/web/ui/sort-link.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { type InvoiceSort, mostCounted } from '../contract.ts'
import type { StaffInvoiceRow } from '../staff-contract.ts'
import { InvoicePill } from './invoice-pill.tsx'
import { invoiceQueryOf, isFiltered } from './list-changes.ts'
import { PieceAmount, PieceDay } from './piece-cells.tsx'
import { PieceFilters } from './piece-filters.tsx'
import { typeOfPiece } from './piece-type.ts'
import { PiecesExport } from './pieces-export.tsx'
import { addressedPieces } from './staff-queries.ts'
import type { PieceSearch } from './staff-search.ts'
import { piecesText } from './staff-text.ts'
import { invoicesText } from './text.ts'

const route = getRouteApi('/console/staff/invoices')

export function StaffPiecesScreen() {
  const words = useText(piecesText)
  const t = useText(invoicesText)
  useTitle(words.pieces.title)
  const search: PieceSearch = route.useSearch()
  const list = useQuery({ ...addressedPieces(search), placeholderData: keepPreviousData })
  const isRefreshing = useDelayed(list.isFetching)
  const { data: known, error } = list
  return (
    <>
      <PageHead
        title={words.pieces.title}
        description={words.pieces.description}
        actions={<PiecesExport search={search} />}
      />
      <PieceFilters search={search} practice={known?.data[0]?.practice} />
      <ResultCount hidden>
        {known && !list.isPlaceholderData && t.found(known.page.total, known.page.total === mostCounted)}
      </ResultCount>
      {error && known && <OutdatedNotice words={t.outdated} error={error} onRetry={() => void list.refetch()} />}
      <Card
        flush
        footer={
          known &&
          known.data.length > 0 && (
            <Pages
              page={known.page}
              shown={known.data.length}
              isMore={known.page.total === mostCounted}
              renderLink={(page, props) => <PageLink to="/staff/invoices" search={{ ...search, page }} {...props} />}
            />
          )
        }
      >
        {error && !known ? (
          <QueryFailure title={t.failed} query={list} />
        ) : known?.data.length === 0 ? (
          <EmptyState
            icon={isFiltered(search) ? 'search' : 'bill'}
            title={isFiltered(search) ? t.nothingFound.title : t.empty.title}
            description={search.search && t.nothingFound.description}
            action={
              isFiltered(search) && (
                <ButtonLink to="/staff/invoices" search={{}}>
                  {t.clear}
                </ButtonLink>
              )
            }
          />
        ) : (
          <Pieces rows={known?.data} search={search} busy={isRefreshing} />
        )}
      </Card>
    </>
  )
}

type PiecesProps = { rows: readonly StaffInvoiceRow[] | undefined; search: PieceSearch; busy: boolean }

function Pieces({ rows, search, busy }: PiecesProps) {
  const t = useText(invoicesText)
  const words = useText(piecesText).pieces
  const { sort_by: by, sort_order: order } = invoiceQueryOf(search)
  const sortable = (key: InvoiceSort, label: string) => {
    const direction = by !== key ? undefined : order === 'ASC' ? 'ascending' : 'descending'
    const next = {
      ...search,
      page: undefined,
      sort_by: key,
      sort_order: direction === 'descending' ? 'ASC' : 'DESC',
    } as const
    return {
      label,
      sorted: direction ?? 'none',
      header: (
        <SortLink to="/staff/invoices" search={next} resetScroll={false} direction={direction}>
          {label}
        </SortLink>
      ),
    } as const
  }
  return (
    <Table
      caption={words.title}
      rows={rows}
      rowKey={({ id }) => id}
      busy={busy}
      columns={[
        {
          key: 'piece',
          ...sortable('pieceCode', t.columns.piece),
          phone: 'title',
          cell: ({ id, pieceCode, type, returnedAs, corrects }) => (
            <TwoLines
              sub={
                type === 'credit' && corrects
                  ? `${t.types[type]} ${t.onPiece(corrects.pieceCode)}`
                  : typeOfPiece(t, { type, returnedAs })
              }
            >
              <Link to="/staff/invoices/$id" params={{ id }} className="table__link">
                {pieceCode}
              </Link>
            </TwoLines>
          ),
        },
        { key: 'practice', label: words.practice, cell: ({ practice }) => practice.name },
        {
          key: 'date',
          ...sortable('date', t.columns.date),
          size: 'md',
          cell: row => <PieceDay row={row} />,
        },
        {
          key: 'amount',
          ...sortable('amount', t.columns.amount),
          align: 'end',
          cell: row => <PieceAmount row={row} />,
        },
        {
          key: 'status',
          label: t.columns.status,
          size: 'md',
          phone: 'aside',
          cell: row => <InvoicePill piece={row} />,
        },
      ]}
    />
  )
}
