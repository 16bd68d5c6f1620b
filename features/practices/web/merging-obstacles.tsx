import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import type { Merging } from '../merging-contract.ts'
import { mergingOf } from './merging-query.ts'
import { mergingText } from './merging-text.ts'

/** Why a practice cannot be merged, and what to do instead: the other direction, or nothing. */
export function MergingObstacles({ merging, onTurn }: { merging: Merging; onTurn: () => void }) {
  const t = useText(mergingText)
  const format = useFormat()
  const { going, staying, obstacles } = merging
  const turned = useQuery(mergingOf(going.id, staying.id)).data?.data
  const isOpen = turned?.obstacles.length === 0
  const haveBothBooks = obstacles.includes('has_books') && turned?.obstacles.includes('has_books')
  const inTheWay = (of: Merging) =>
    of.obstacles.map(obstacle =>
      obstacle === 'has_books'
        ? `${t.obstacles.has_books} ${t.books(of.pieces, format.money(of.balanceCents))}`
        : t.obstacles[obstacle],
    )
  return (
    <>
      <Notice tone="late" live title={t.kept(going.name, staying.name)}>
        <Lines lines={inTheWay(merging)} />
        {obstacles.includes('changes_pending') && <Page of={going} />}
        {obstacles.includes('practice_disabled') && <Page of={staying} />}
      </Notice>
      {isOpen && (
        <Notice tone="ok" live title={t.turned(going.name, staying.name)}>
          <p>{t.turnedWhy(going.name)}</p>
          <Button size="sm" onClick={onTurn}>
            {t.turn(staying.name, going.name)}
          </Button>
        </Notice>
      )}
      {turned && !isOpen && (
        <Notice title={haveBothBooks ? t.bothBooks : t.neither(staying.name, going.name)}>
          {haveBothBooks ? (
            <>
              <p>{t.instead}</p>
              <Page of={going} />
              <Page of={staying} />
            </>
          ) : (
            <Lines lines={inTheWay(turned)} />
          )}
        </Notice>
      )}
    </>
  )
}

function Page({ of: { id, name } }: { of: Merging['going'] }) {
  const t = useText(mergingText)
  return (
    <p>
      <Link to="/staff/practices/$id" params={{ id }}>
        {t.page(name)}
      </Link>
    </p>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul>
    {lines.map(line => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
