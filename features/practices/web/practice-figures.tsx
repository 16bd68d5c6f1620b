import { Link } from '@tanstack/react-router'
import { useMay } from '#features/auth/web/use-user.ts'
import { type Listing, usualPeriod } from '#features/figures/rules.ts'
import { CountedLink } from '#features/figures/web/counted-link.tsx'
import { useShares } from '#features/figures/web/use-shares.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { DescriptionList } from '#kit/web/ui/description-list.tsx'
import type { PracticePage } from '../contract.ts'
import { practicesText } from './text.ts'

/** Figures of a practice's work; each number links to its cases, for users who may see them. */
export function PracticeFigures({ id, figures }: Pick<PracticePage, 'id' | 'figures'>) {
  const { page: t } = useText(practicesText)
  const { delivered, promised, onTime, remade } = figures
  const maySeeCases = useMay('figures')
  const format = useFormat()
  const { number, percent } = useShares()
  const counted = (list: Listing, count: number, said = number(count)) =>
    maySeeCases ? (
      <CountedLink search={{ ...usualPeriod(format.today()), list, practiceId: id }} count={count}>
        {said}
      </CountedLink>
    ) : (
      <span className="num">{said}</span>
    )
  return (
    <DescriptionList
      items={[
        { term: t.delivered, detail: counted('delivered', delivered) },
        { term: t.onTime, detail: counted('on_time', onTime, t.share(number(onTime), percent(onTime, promised))) },
        { term: t.remade, detail: counted('remade', remade, t.share(number(remade), percent(remade, delivered))) },
      ]}
    />
  )
}

/** A practice's driver round, price lists and balance. */
export function PracticeStanding({ practice }: { practice: PracticePage }) {
  const { page: t } = useText(practicesText)
  const format = useFormat()
  const { round, priceLists, balanceCents } = practice
  return (
    <DescriptionList
      items={[
        ...(round ? [{ term: t.round, detail: round }] : []),
        ...(priceLists.length > 0 ? [{ term: t.prices, detail: <PriceLists {...practice} /> }] : []),
        ...(balanceCents === null
          ? []
          : [{ term: t.balance, detail: <span className="num">{format.money(balanceCents)}</span> }]),
      ]}
    />
  )
}

/** The current one, then future ones. */
function PriceLists({ priceLists }: PracticePage) {
  const { page: t } = useText(practicesText)
  const format = useFormat()
  return priceLists.map(({ from, listId, list }) => (
    <div key={from}>
      {listId ? (
        <Link className="link link--alone" to="/staff/settings/prices/$id" params={{ id: listId }}>
          {list}
        </Link>
      ) : (
        t.catalogue
      )}{' '}
      {t.from(format.day(from, 'year'))}
    </div>
  ))
}
