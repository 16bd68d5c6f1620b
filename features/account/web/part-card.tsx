import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { DescriptionList } from '#kit/web/ui/description-list.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { fieldsOf } from '../change-rules.ts'
import type { Account, AccountChange, AccountPart, Value } from '../contract.ts'
import type { AccountDialogsProps } from './account-dialogs.tsx'
import { ChangeView } from './change-view.tsx'
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
  const held: Partial<Record<string, Value | undefined>> = account ? documentIn(account, part) : {}
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

function documentIn(account: Account, part: AccountPart) {
  switch (part) {
    case 'personal_information':
      return account.personalInformation
    case 'contact_information':
      return account.contactInformation
    case 'delivery_instruction':
      return account.deliveryInstruction
  }
}

/** All undecided requests, and the last decision only. */
function shownOf(changes: readonly AccountChange[], part: AccountPart): AccountChange[] {
  const ofPart = changes.filter(change => change.part === part)
  const waiting = ofPart.filter(({ state }) => state === 'pending')
  const decided = ofPart
    .filter(({ decidedAt }) => decidedAt !== null)
    .toSorted((one, other) => ((one.decidedAt ?? '') < (other.decidedAt ?? '') ? 1 : -1))
  return [...waiting, ...decided.slice(0, 1)]
}
