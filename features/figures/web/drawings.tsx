import './figures.css'

const height = 40
/** Minimum height, so that any non-zero value is visible. */
const least = 0.6

/** `said`: the value in words. Many columns have no `name`: `first` and `last` then label the range. */
type Column = { key: string; value: number | null; said: string; name?: string }
type ColumnsProps = { columns: readonly Column[]; most: number; first?: string; last?: string }

/** A bar chart, scaled to `most`. Hidden from screen readers: the table beside it has the same numbers. */
export function Columns({ columns, most, first, last }: ColumnsProps) {
  const high = (value: number) =>
    value === 0 ? 0 : Math.max(least, (value / Math.max(most, Number.MIN_VALUE)) * height)
  return (
    <div aria-hidden="true">
      <div className="figures__columns">
        {columns.map(({ key, value, said, name }) => (
          <div key={key} className="figures__column">
            <span className="figures__value num">{value ? said : ''}</span>
            <svg viewBox={`0 0 1 ${height}`} preserveAspectRatio="none" aria-hidden="true">
              <rect className="figures__whole" width="1" y={height - 0.3} height="0.3" />
              {value !== null && (
                <rect className="figures__bar" width="1" y={height - high(value)} height={high(value)} />
              )}
            </svg>
            {name && <span className="figures__value muted">{name}</span>}
          </div>
        ))}
      </div>
      {first && (
        <p className="figures__axis muted">
          <span>{first}</span>
          <span>{last}</span>
        </p>
      )}
    </div>
  )
}

/** A bar for a share, beside its number; nothing for zero or null. */
export function Part({ share }: { share: number | null }) {
  if (!share) return null
  return (
    <svg className="figures__part" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className="figures__whole" width="100" height="8" />
      <rect className="figures__bar" width={share * 100} height="8" />
    </svg>
  )
}
