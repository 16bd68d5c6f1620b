import './plain-list.css'

type PlainListProps = {
  items: readonly string[]
  /** One after the other, numbered. */
  ordered?: boolean
}

/** Sentences one under the other. */
export function PlainList({ items, ordered }: PlainListProps) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag className="plain-list">
      {items.map(item => (
        <li key={item}>{item}</li>
      ))}
    </Tag>
  )
}
