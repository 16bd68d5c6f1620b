import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import './pagination.css'
import { buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'
import { anchorProps, type RouterAnchorProps } from './router-anchor.ts'

/** To be spread on a `<PageLink>`. */
export type PageLinkProps = {
  selected?: boolean | undefined
  rel?: 'prev' | 'next' | undefined
  'aria-label'?: string | undefined
  children: ReactNode
}

type PaginationProps = {
  /** Names the navigation. */
  label: string
  /** "1–25 sur 400". */
  summary: ReactNode
  page: number
  pageCount: number
  previousLabel: string
  nextLabel: string
  /** The accessible name of one page ("Page 3"). */
  pageLabel: (page: number) => string
  /** `(page, props) => <PageLink to="/cases" search={…} {...props} />` */
  renderLink: (page: number, props: PageLinkProps) => ReactNode
}

/** The first and last page and the neighbours of the current one; `undefined` is a gap. */
export function pagesAround(page: number, pageCount: number): (number | undefined)[] {
  const wanted = [1, page - 1, page, page + 1, pageCount].filter(one => one >= 1 && one <= pageCount)
  const pages = [...new Set(wanted)].sort((a, b) => a - b)
  return pages.flatMap((one, index) => {
    const before = pages[index - 1] ?? 0
    if (one === before + 1) return [one]
    return one === before + 2 ? [one - 1, one] : [undefined, one]
  })
}

export function Pagination(props: PaginationProps) {
  const { label, summary, page, pageCount, previousLabel, nextLabel, pageLabel, renderLink } = props
  return (
    <div className="pagination">
      <p className="pagination__summary">{summary}</p>
      {pageCount > 1 && (
        <nav aria-label={label}>
          <ul className="pagination__pages">
            {page > 1 && (
              <li>
                {renderLink(page - 1, {
                  rel: 'prev',
                  children: (
                    <>
                      <Icon name="chevron-left" size="sm" />
                      {previousLabel}
                    </>
                  ),
                })}
              </li>
            )}
            {pagesAround(page, pageCount).map((one, index, all) =>
              one === undefined ? (
                <li key={`after-${all[index - 1]}`} className="pagination__page" aria-hidden="true">
                  …
                </li>
              ) : (
                <li key={one} className="pagination__page">
                  {renderLink(one, { selected: one === page, 'aria-label': pageLabel(one), children: one })}
                </li>
              ),
            )}
            {page < pageCount && (
              <li>
                {renderLink(page + 1, {
                  rel: 'next',
                  children: (
                    <>
                      {nextLabel}
                      <Icon name="chevron-right" size="sm" />
                    </>
                  ),
                })}
              </li>
            )}
          </ul>
        </nav>
      )}
    </div>
  )
}

function PageAnchor({
  selected,
  children,
  className: _className,
  ...rest
}: RouterAnchorProps & { selected?: boolean | undefined }) {
  return (
    <a
      {...anchorProps(rest)}
      className={buttonClass({ size: 'sm', variant: selected ? 'secondary' : 'bare' })}
      aria-current={selected ? 'page' : undefined}
    >
      {children}
    </a>
  )
}

export const PageLink = createLink(PageAnchor)
