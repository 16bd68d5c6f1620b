import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { closePopover } from '#kit/web/ui/popover.tsx'
import { SearchInput } from '#kit/web/ui/search-input.tsx'
import { type AuditSearch, changed } from './search.ts'
import { auditSubjects } from './staff-queries.ts'
import { staffAuditText } from './staff-text.ts'

type Found = { id: string; name: string; practice?: string | null }

/** Searches people, practices and cases by part of their name or number; each result links to its lines. */
export function SubjectSearch({ search }: { search: AuditSearch }) {
  const { subject: t } = useText(staffAuditText)
  const [words, setWords] = useState('')
  const { data: found, error } = useQuery(auditSubjects(words))
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setWords(String(new FormData(event.currentTarget).get('search') ?? '').trim())
  }
  const isNothing = found && [found.people, found.practices, found.cases].every(({ length }) => length === 0)
  return (
    <div className="stack stack--sm">
      <form className="row" onSubmit={find}>
        <SearchInput label={t.search} name="search" maxLength={60} placeholder={t.search} />
        <Button type="submit">{t.find}</Button>
      </form>
      <div role="status" className="stack stack--sm">
        {error && <p>{t.failed}</p>}
        {isNothing && <p className="muted">{t.none}</p>}
        {found && (
          <>
            <Group title={t.people} found={found.people} to={id => changed(search, { userId: id })} />
            <Group title={t.practices} found={found.practices} to={id => changed(search, { practiceId: id })} />
            <Group title={t.cases} found={found.cases} to={id => changed(search, { orderId: id })} />
          </>
        )}
      </div>
    </div>
  )
}

type GroupProps = { title: string; found: readonly Found[]; to: (id: string) => AuditSearch }

function Group({ title, found, to }: GroupProps) {
  return (
    found.length > 0 && (
      <section aria-label={title}>
        <p className="muted">{title}</p>
        <ul className="stack stack--sm">
          {found.map(({ id, name, practice }) => (
            <li key={id}>
              <Link
                to="/staff/audit"
                search={to(id)}
                resetScroll={false}
                onClick={event => closePopover(event.currentTarget)}
              >
                {[name, practice].filter(Boolean).join(' · ')}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    )
  )
}
