import './brand-mark.css'

/** A person's initials, beside the name. */
export function Avatar({ firstName, lastName }: { firstName: string; lastName: string }) {
  return (
    <span className="avatar" aria-hidden="true">
      {[firstName, lastName].map(name => [...name.trim()][0]?.toUpperCase() ?? '').join('')}
    </span>
  )
}
