import type { ReactNode } from 'react'
import { digits } from '#kit/digits.ts'
import { useLanguage } from './text.tsx'
import { type PageLinkProps, Pagination } from './ui/pagination.tsx'

/** Here and not in the text of every page, which the sign-in page loads too. */
const words = {
  fr: {
    label: 'Pages',
    range: (first: number, last: number, total: number, isMore?: boolean) =>
      `${digits(first, 'fr-FR')}–${digits(last, 'fr-FR')} sur ${isMore ? 'plus de ' : ''}${digits(total, 'fr-FR')}`,
    previous: 'Précédent',
    next: 'Suivant',
    page: (page: number) => `Page ${digits(page, 'fr-FR')}`,
  },
  en: {
    label: 'Pages',
    range: (first: number, last: number, total: number, isMore?: boolean) =>
      `${digits(first, 'en-GB')}–${digits(last, 'en-GB')} of ${isMore ? 'more than ' : ''}${digits(total, 'en-GB')}`,
    previous: 'Previous',
    next: 'Next',
    page: (page: number) => `Page ${digits(page, 'en-GB')}`,
  },
}

type PagesProps = {
  page: { number: number; size: number; total: number }
  /** Rows on this page. */
  shown: number
  /** There are more rows than were counted. */
  isMore?: boolean | undefined
  /** The first page has no number in its address: `(page, props) => <PageLink to="/cases" search={{ …, page }} {...props} />` */
  renderLink: (page: number | undefined, props: PageLinkProps) => ReactNode
}

/** Which part of a list is shown, with links to the other pages. */
export function Pages({ page: { number, size, total }, shown, isMore, renderLink }: PagesProps) {
  const t = words[useLanguage()]
  const before = (number - 1) * size
  return (
    <Pagination
      label={t.label}
      summary={t.range(before + 1, before + shown, total, isMore)}
      page={number}
      pageCount={Math.ceil(total / size)}
      previousLabel={t.previous}
      nextLabel={t.next}
      pageLabel={t.page}
      renderLink={(page, props) => renderLink(page > 1 ? page : undefined, props)}
    />
  )
}
