import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CountedSearch } from './search.ts'

type Props = { search: CountedSearch; count: number; children: ReactNode }

/** A number that links to the cases it counts, unless it is zero. */
export function CountedLink({ search, count, children }: Props) {
  return count === 0 ? (
    <span className="num">{children}</span>
  ) : (
    <Link to="/staff/figures/cases" search={search} className="num">
      {children}
    </Link>
  )
}
