import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { DescriptionList } from '#kit/web/ui/description-list.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { fieldsOf } from '../change-rules.ts'
import type { Account, AccountChange, AccountPart } from '../contract.ts'
import type { AccountDialogsProps } from './account-dialogs.tsx'
import { ChangeView } from './change-view.tsx'
import { heldIn } from './held.ts'
import { accountPageText } from './page-text.ts'
import { useValueWords } from './use-value-words.ts'

type PartCardProps = {
  part: AccountPart
  account: Account | undefined
  dialogs: { prepare: () => void; open: (props: AccountDialogsProps) => void }
}

/** The current values, the requests, and the button to request a change. */
export function PartCard({ part, account, dialogs }: PartCardProps) {
  const t = useText(accountPageText)
  const { words } = useValueWords(t.none)
  const held = account ? heldIn(account, part) : {}
  const items = fieldsOf[part].map(field => ({
    term: t.fields[field],
    detail: account ? <span className="account__detail">{words(held[field])}</span> : <Skeleton width="medium" />,
  }))
  return (
    <Card
      title={t.parts[part]}
      actions={
        <Button
          size="sm"
          disabled={!account}
          aria-label={t.change(t.parts[part])}
          onPointerEnter={dialogs.prepare}
          onFocus={dialogs.prepare}
          onClick={() => dialogs.open({ editing: part })}
        >
          {t.edit}
        </Button>
      }
    >
      <DescriptionList items={items} />
      {shownOf(account?.changes ?? [], part).map(change => (
        <ChangeView
          key={change.id}
          change={change}
          onPrepare={dialogs.prepare}
          onWithdraw={() => dialogs.open({ withdrawing: change })}
        />
      ))}
    </Card>
  )
}

/** All that wait, and the last decision: what came before it is over. */
function shownOf(changes: readonly AccountChange[], part: AccountPart): AccountChange[] {
  const ofPart = changes.filter(change => change.part === part)
  const waiting = ofPart.filter(({ state }) => state === 'pending')
  const decided = ofPart
    .filter(({ decidedAt }) => decidedAt !== null)
    .toSorted((one, other) => ((one.decidedAt ?? '') < (other.decidedAt ?? '') ? 1 : -1))
  return [...waiting, ...decided.slice(0, 1)]
}
