import './button.css'

/** Something is under way and its place has no shape yet. Comes up after 200 ms. */
export function Spinner({ label }: { label: string }) {
  return (
    <span role="status">
      <span className="spinner" aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
