import './figures.css'

const step = 10
const height = 40
/** What is there is seen, however little it is. */
const least = 0.6

type ColumnsProps = {
  values: readonly { key: string; value: number | null }[]
  most: number
  first: string
  last: string
}

/** A column for each, as high as its value of the most there can be. The table beside it says the same in numbers. */
export function Columns({ values, most, first, last }: ColumnsProps) {
  const high = (value: number) =>
    value === 0 ? 0 : Math.max(least, (value / Math.max(most, Number.MIN_VALUE)) * height)
  return (
    <div>
      <svg
        className="figures__columns"
        viewBox={`0 0 ${values.length * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {values.map(({ key, value }, place) => (
          <g key={key}>
            <rect className="figures__whole" x={place * step + 1} width={step - 2} y={height - 0.3} height={0.3} />
            {value !== null && (
              <rect
                className="figures__bar"
                x={place * step + 1}
                width={step - 2}
                y={height - high(value)}
                height={high(value)}
              />
            )}
          </g>
        ))}
      </svg>
      <p className="figures__axis muted" aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </p>
    </div>
  )
}

/** How much of a whole, beside the number that says it. */
export function Part({ share }: { share: number | null }) {
  return (
    <svg className="figures__part" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className="figures__whole" width="100" height="8" />
      {share !== null && <rect className="figures__bar" width={share * 100} height="8" />}
    </svg>
  )
}
