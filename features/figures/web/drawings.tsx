import './figures.css'

const height = 40
/** What is there is seen, however little it is. */
const least = 0.6

/** `said`: its value in words. Without a name of its own where there are many: `first` and `last` tell from when to when. */
type Column = { key: string; value: number | null; said: string; name?: string }
type ColumnsProps = { columns: readonly Column[]; most: number; first?: string; last?: string }

/** A column for each, as high as its value of the most there can be. The table beside it says the same in numbers. */
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

/** How much of a whole, beside the number that says it. Of nothing there is nothing to draw. */
export function Part({ share }: { share: number | null }) {
  if (!share) return null
  return (
    <svg className="figures__part" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className="figures__whole" width="100" height="8" />
      <rect className="figures__bar" width={share * 100} height="8" />
    </svg>
  )
}
