import type { LinkProps } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Chips } from '#kit/web/ui/filters.tsx'
import type { InvoiceType } from '../contract.ts'
import type { InvoiceSearch } from './search.ts'
import { invoicesText } from './text.ts'

type Search = InvoiceSearch & { types?: readonly InvoiceType[] | undefined }
type InvoiceChipsProps = {
  search: Search
  /** The list's address with these filters changed. */
  without: (
    changes: { statuses?: InvoiceSearch['statuses']; types?: InvoiceType[] | undefined } & Pick<
      InvoiceSearch,
      'from' | 'to'
    >,
  ) => Pick<LinkProps, 'to' | 'search'>
}

const but = <One,>(all: readonly One[], one: One) => {
  const left = all.filter(other => other !== one)
  return left.length > 0 ? left : undefined
}

/** Each active filter, with a link that removes it. */
export function InvoiceChips({ search, without }: InvoiceChipsProps) {
  const t = useText(invoicesText)
  const format = useFormat()
  const { statuses = [], types = [], from, to } = search
  const period =
    from && to
      ? format.days(from, to)
      : from
        ? t.since(format.day(from, 'date'))
        : to && t.until(format.day(to, 'date'))
  const chips = [
    ...types.map(type => ({ name: t.types[type], link: without({ types: but(types, type) }) })),
    ...statuses.map(status => ({ name: t.statuses[status], link: without({ statuses: but(statuses, status) }) })),
    ...(period ? [{ name: period, link: without({ from: undefined, to: undefined }) }] : []),
  ]
  return (
    <Chips>
      {chips.map(({ name, link }) => (
        <ButtonLink key={name} {...link} resetScroll={false} icon="close">
          {name}
        </ButtonLink>
      ))}
    </Chips>
  )
}
