import './button.css'

/** Shown while something without a known shape loads. Appears after 200 ms. */
export function Spinner({ label }: { label: string }) {
  return (
    <span role="status">
      <span className="spinner" aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
