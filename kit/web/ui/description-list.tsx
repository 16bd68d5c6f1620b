import type { ReactNode } from 'react'
import './widget.css'

export type Description = { term: string; detail: ReactNode }

export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <dl className="descriptions">
      {items.map(({ term, detail }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{detail}</dd>
        </div>
      ))}
    </dl>
  )
}
