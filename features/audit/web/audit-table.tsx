import { Link } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { AuditLine } from '../contract.ts'
import { type AuditSearch, changed } from './search.ts'
import { staffAuditText } from './staff-text.ts'

type Props = { rows: readonly AuditLine[] | undefined; search: AuditSearch; busy: boolean }

/** Each name links to its page; a person, who has no page, to all their lines. */
export function AuditTable({ rows, search, busy }: Props) {
  const t = useText(staffAuditText)
  const format = useFormat()
  return (
    <Table
      caption={t.title}
      rows={rows}
      rowKey={({ id }) => id}
      busy={busy}
      columns={[
        {
          key: 'what',
          label: t.columns.what,
          phone: 'title',
          cell: ({ kind, prices }) => (
            <TwoLines
              sub={prices
                .map(({ label, fromCents, cents }) =>
                  t.priceChange(label, fromCents === null ? null : format.money(fromCents), format.money(cents)),
                )
                .join(', ')}
            >
              {t.kinds[kind]}
            </TwoLines>
          ),
        },
        {
          key: 'who',
          label: t.columns.who,
          cell: ({ who }) =>
            who ? (
              <TwoLines sub={who.practice ?? t.laboratory}>
                <Person id={who.id} name={who.name} search={search} />
              </TwoLines>
            ) : (
              <span className="muted">{t.nobody}</span>
            ),
        },
        {
          key: 'about',
          label: t.columns.about,
          cell: ({ about }) =>
            about.map(subject => (
              <span key={subject.id} className="row">
                <Subject subject={subject} search={search} />
              </span>
            )),
        },
        { key: 'at', label: t.columns.at, size: 'md', cell: ({ at }) => format.dayTime(at) },
      ]}
    />
  )
}

function Person({ id, name, search }: { id: string; name: string; search: AuditSearch }) {
  return (
    <Link to="/staff/audit" search={changed(search, { userId: id })} className="link--alone">
      {name}
    </Link>
  )
}

function Subject({
  subject: { kind, id, name },
  search,
}: {
  subject: AuditLine['about'][number]
  search: AuditSearch
}) {
  switch (kind) {
    case 'person':
      return <Person id={id} name={name} search={search} />
    case 'practice':
      return (
        <Link to="/staff/practices/$id" params={{ id }} className="link--alone">
          {name}
        </Link>
      )
    case 'case':
      return (
        <Link to="/staff/cases/$id" params={{ id }} className="link--alone">
          {name}
        </Link>
      )
    case 'piece':
      return (
        <Link to="/staff/invoices/$id" params={{ id }} className="link--alone">
          {name}
        </Link>
      )
  }
}
