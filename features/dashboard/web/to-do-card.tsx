import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { WaitingCases } from '#features/cases/web/later-waiting-cases.tsx'
import { DraftRoom } from '#features/ordering/web/draft-room.tsx'
import { later } from '#kit/web/later.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { toDoQuery } from './queries.ts'
import { dashboardText } from './text.ts'
import { allToDo, casesBehind, isSaidTwice, proFormasBehind, type ToDoKind, toDoKinds } from './to-do.ts'

const DraftLinks = later(() => import('#features/ordering/web/draft-links.tsx').then(module => module.DraftLinks), {
  when: 'drawn',
  meanwhile: DraftRoom,
})

/**
 * Keeps the card's last height until its data has loaded, so that nothing below moves; an inline script of the page has set
 * `--to-do` by then (app/server/early-script.ts).
 */
const keepRoom = (card: HTMLElement) => {
  const look = () => {
    if (card.querySelector('.skeleton, li:empty')) return
    card.style.setProperty('--to-do', '0')
    try {
      localStorage.to_do = `${card.offsetHeight}px`
    } catch {
      // Without storage the card grows, as on the first visit.
    }
  }
  const watcher = new MutationObserver(look)
  watcher.observe(card, { childList: true, subtree: true })
  look()
  return () => watcher.disconnect()
}

/** What there is to do comes before everything else. */
export function ToDoCard() {
  const { toDo: t, number } = useText(dashboardText)
  const sentence = useProblemText()
  const { data, error } = useQuery(toDoQuery)
  const total = data && allToDo(data)
  return (
    <section ref={keepRoom} className="to-do card" aria-labelledby="to-do">
      <h2 id="to-do" className="to-do__title">
        <Icon name="message" />
        {total ? `${t.title} · ${number(total)}` : t.title}
      </h2>
      {data ? (
        total ? (
          <>
            <ul className="to-do__kinds">
              {toDoKinds
                .filter(kind => data[kind] > 0)
                .map(kind => (
                  <li key={kind}>
                    <KindLink kind={kind}>{t.kinds[kind](data[kind])}</KindLink>
                  </li>
                ))}
            </ul>
            {isSaidTwice(data) && <p className="muted small">{t.saidTwice}</p>}
            {toDoKinds
              .filter(kind => data[kind] > 0)
              .map(kind =>
                kind === 'drafts' ? (
                  <DraftLinks key={kind} count={data.drafts} empty={t.emptyDraft} others={t.otherDrafts} />
                ) : kind === 'proFormas' ? null : (
                  <WaitingCases key={kind} kind={kind} search={casesBehind[kind]} count={data[kind]} />
                ),
              )}
          </>
        ) : (
          <p className="muted">{t.nothing}</p>
        )
      ) : error ? (
        <p className="muted">{sentence(error)}</p>
      ) : (
        <Skeleton width="long" />
      )}
    </section>
  )
}

function KindLink({ kind, children }: { kind: ToDoKind; children: string }) {
  if (kind === 'drafts')
    return (
      <Link to="/cases/drafts" className="to-do__kind">
        {children}
      </Link>
    )
  return kind === 'proFormas' ? (
    <Link to="/invoices" search={{ statuses: [...proFormasBehind.statuses] }} className="to-do__kind">
      {children}
    </Link>
  ) : (
    <Link to="/cases" search={casesBehind[kind]} className="to-do__kind">
      {children}
    </Link>
  )
}
