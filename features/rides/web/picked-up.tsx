import { Link } from '@tanstack/react-router'
import type { PickedUpCase } from '../contract.ts'
import './picked-up.css'

type PickedUpProps = {
  orders: readonly PickedUpCase[]
  words: { kinds: Record<PickedUpCase['what'], string>; others: (count: number) => string }
  /** The page of a case, for users who may see it. */
  to: '/cases/$id' | '/staff/cases/$id' | undefined
}

const mostShown = 8

/** The cases that a pickup takes or has taken. */
export function PickedUp({ orders, words, to }: PickedUpProps) {
  const [shown, others] = [orders.slice(0, mostShown), orders.slice(mostShown)]
  if (orders.length === 0) return null
  return (
    <>
      <Cases orders={shown} words={words} to={to} />
      {others.length > 0 && (
        <details className="picked-up__others">
          <summary>{words.others(others.length)}</summary>
          <Cases orders={others} words={words} to={to} />
        </details>
      )}
    </>
  )
}

const Cases = ({ orders, words, to }: PickedUpProps) => (
  <ul className="links">
    {orders.map(({ id, code, patientCode, what }) => (
      <li key={`${id} ${what}`}>
        {words.kinds[what]}{' '}
        {to ? (
          <Link to={to} params={{ id }} className="link num">
            {code}
          </Link>
        ) : (
          <span className="num">{code}</span>
        )}{' '}
        · {patientCode}
      </li>
    ))}
  </ul>
)
