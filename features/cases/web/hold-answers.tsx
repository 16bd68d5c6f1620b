import { useText } from '#kit/web/text.tsx'
import { MenuButton, MenuFailure, MenuLink, MenuSection } from '#kit/web/ui/menu.tsx'
import type { CaseRow } from '../contract.ts'
import { quickAnswersTo } from '../hold-answers.ts'
import { needsMore } from '../rules.ts'
import { caseText } from './case-text.ts'
import { useHoldAnswer } from './use-hold-answer.ts'

/** Answers in a menu: one press each; answers that need input link to the page of the case. */
export function HoldAnswers({ row }: { row: CaseRow }) {
  const { hold: words } = useText(caseText)
  const { press, undo, leaving, sending, isPending, failure } = useHoldAnswer(row)
  const { id, code, hold } = row
  if (leaving)
    return (
      <MenuSection label={words.leaving(words.answers[leaving.answer])}>
        <MenuButton icon="close" onSelect={undo}>
          {words.undo}
        </MenuButton>
      </MenuSection>
    )
  if (sending) return <MenuSection label={words.sending(words.answers[sending.answer])}>{null}</MenuSection>
  return (
    <MenuSection label={hold?.question ?? words.title(code)}>
      {quickAnswersTo(hold).map(one =>
        needsMore(one) ? (
          <MenuLink key={one} to="/cases/$id" params={{ id }} hash={`answer-${one}`} icon="message">
            {words.answers[one]}
          </MenuLink>
        ) : (
          <MenuButton
            key={one}
            icon={one === 'call_me' ? 'phone' : 'check'}
            pending={isPending}
            onSelect={() => press({ answer: one })}
          >
            {words.answers[one]}
          </MenuButton>
        ),
      )}
      {failure && <MenuFailure>{failure}</MenuFailure>}
    </MenuSection>
  )
}
