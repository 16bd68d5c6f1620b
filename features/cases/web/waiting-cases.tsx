import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DraftRoom } from '#features/ordering/web/draft-room.tsx'
import { useText } from '#kit/web/text.tsx'
import type { CaseRow } from '../contract.ts'
import { quickAnswersTo } from '../hold-answers.ts'
import { needsMore } from '../rules.ts'
import { caseText } from './case-text.ts'
import { PatientWords } from './patient-words.tsx'
import { caseList } from './queries.ts'
import { type CaseListSearch, caseQueryOf } from './search.ts'
import { casesText } from './text.ts'
import { threadWishes } from './thread-wishes.ts'

const most = 3
/** Including the line that counts the others. */
const linesOf = (count: number) => Math.min(most + 1, count)

type WaitingProps = {
  kind: 'questions' | 'problems' | 'messages' | 'scans' | 'impressions'
  search: CaseListSearch
  count: number
}

/** The first cases in which something waits, each with a link to where it is answered; the list shows the others. */
export function WaitingCases({ kind, search, count }: WaitingProps) {
  const { waiting } = useText(caseText)
  const { one } = useText(casesText)
  const { data, isError } = useQuery({ ...caseList(caseQueryOf(search)), throwOnError: false })
  const rows = data?.data
  // Without them, the counts above still link to the list.
  if (!rows) return isError ? null : <DraftRoom count={linesOf(count)} />
  return (
    <ul className="to-do__drafts links">
      {rows.slice(0, most).map(row => (
        <li key={row.id}>
          <Link
            to="/cases/$id"
            params={{ id: row.id }}
            {...(kind === 'scans' ? { search: { tab: 'attachments' as const } } : answerPlace(row))}
            onClick={kind === 'messages' ? threadWishes.goThere : undefined}
          >
            <strong className="link">
              <PatientWords row={row} />
            </strong>{' '}
            <span className="muted">
              ·{' '}
              {kind === 'questions' && row.hold
                ? (row.hold.question ?? one.waitingFor[row.hold.reason])
                : // A patient may have two cases that wait for the same.
                  `${row.code} · ${waiting[kind]}`}
            </span>
          </Link>
        </li>
      ))}
      {count > most && (
        <li>
          <Link to="/cases" search={search} className="link">
            {waiting.others(count - most)}
          </Link>
        </li>
      )}
    </ul>
  )
}

/** The place of the first answer that needs input, such as a shade. */
function answerPlace({ hold }: CaseRow) {
  const [first] = quickAnswersTo(hold)
  return hold && first && needsMore(first) ? { hash: `answer-${first}` } : {}
}
