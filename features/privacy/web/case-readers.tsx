import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { SearchInput } from '#kit/web/ui/search-input.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { FoundCase } from '../contract.ts'
import type { PatientDialogProps } from './patient-dialog.tsx'
import { casesByCode, readersOf } from './staff-queries.ts'
import { staffPrivacyText } from './staff-text.ts'

const route = getRouteApi('/console/staff/privacy')
const loadPatient = async () => (await import('./patient-dialog.tsx')).PatientDialog

/** Finds a case by number and shows who has read it. */
export function CaseReaders() {
  const { readers: t } = useText(staffPrivacyText)
  const { code = '', read } = route.useSearch()
  const navigate = useNavigate()
  const cases = useQuery(casesByCode(code))
  return (
    <Card title={t.title}>
      <div className="stack">
        <p className="muted">{t.hint}</p>
        <form
          className="row"
          onSubmit={event => {
            event.preventDefault()
            const typed = String(new FormData(event.currentTarget).get('code') ?? '').trim()
            void navigate({ to: '/staff/privacy', search: typed ? { code: typed } : {} })
          }}
        >
          <SearchInput key={code} name="code" label={t.search} placeholder={t.searchHint} defaultValue={code} />
          <Button type="submit">{t.find}</Button>
        </form>
        {code === '' ? null : cases.error && !cases.data ? (
          <QueryFailure title={t.failed} query={cases} />
        ) : !cases.data ? (
          <Skeleton width="long" />
        ) : cases.data.length === 0 ? (
          <EmptyState icon="search" title={t.none} description={t.noneHint} />
        ) : (
          <ul className="stack stack--sm">
            {cases.data.map(found => (
              <li key={found.id}>
                <Found found={found} code={code} isOpen={found.id === read} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function Found({ found, code, isOpen }: { found: FoundCase; code: string; isOpen: boolean }) {
  const { readers: t } = useText(staffPrivacyText)
  const dialog = useLateDialog<PatientDialogProps>(loadPatient)
  return (
    <div className="stack stack--sm">
      <div className="row">
        <TwoLines sub={`${found.practice} · ${found.patientCode}`}>
          <Link
            to="/staff/privacy"
            search={{ code, read: found.id }}
            className="link"
            aria-current={isOpen ? 'true' : undefined}
          >
            {found.code}
          </Link>
        </TwoLines>
        {found.namesPatient && (
          <Button
            size="sm"
            onPointerEnter={dialog.prepare}
            onFocus={dialog.prepare}
            onClick={() => dialog.open({ found, search: code })}
          >
            {t.erase}
          </Button>
        )}
      </div>
      {isOpen && <Readers found={found} />}
      {dialog.dialog}
    </div>
  )
}

function Readers({ found }: { found: FoundCase }) {
  const { readers: t } = useText(staffPrivacyText)
  const format = useFormat()
  const list = useInfiniteQuery(readersOf(found.id))
  const rows = list.data?.pages.flat()
  if (list.error && !rows) return <QueryFailure title={t.failed} query={list} />
  if (rows?.length === 0) return <p className="muted">{t.nobody}</p>
  return (
    <>
      <Table
        caption={t.caption(found.code)}
        rows={rows}
        rowKey={({ id }) => id}
        skeletonRows={3}
        columns={[
          {
            key: 'who',
            label: t.columns.who,
            phone: 'title',
            cell: ({ who, practice }) => <TwoLines sub={practice ?? t.laboratory}>{who ?? t.unknown}</TwoLines>,
          },
          {
            key: 'what',
            label: t.columns.what,
            cell: ({ what, file }) => (file ? <TwoLines sub={file}>{t.kinds[what]}</TwoLines> : t.kinds[what]),
          },
          { key: 'at', label: t.columns.at, size: 'md', cell: ({ at }) => format.dayTime(at) },
        ]}
      />
      {list.hasNextPage && (
        <div className="row">
          <Button onClick={() => void list.fetchNextPage()} pending={list.isFetchingNextPage}>
            {t.older}
          </Button>
        </div>
      )}
    </>
  )
}
