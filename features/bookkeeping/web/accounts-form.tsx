import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { AllAsked } from '#kit/web/all-asked.tsx'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { Accounts as Shape } from '../input.ts'
import { type Accounts, accountGaps, accountUses, classesOf, journals } from '../rules.ts'
import { bookkeepingCalls } from '../staff-contract.ts'
import { bookkeepingText } from './staff-text.ts'
import './bookkeeping.css'

const isSame = (one: Accounts, other: Accounts) => JSON.stringify(one) === JSON.stringify(other)
const each = <Name extends string, Said>(names: readonly Name[], said: Said) =>
  Object.fromEntries(names.map(name => [name, said])) as Record<Name, Said>

/** Whose numbers they are is the accountant's business: they are typed once and hold for every file. */
export function AccountsForm({ there }: { there: Accounts }) {
  const t = useText(bookkeepingText)
  const sentence = useProblemText()
  const changed = useChanged()
  // Of what the form began with: a colleague's change under the hand is refused, not overwritten.
  const [seen, setSeen] = useState(there)
  const common = { required: t.required, too_long: t.tooLong }
  const form = useForm({
    initial: there,
    shape: Shape,
    gaps: accountGaps,
    sentences: {
      ...each(journals, { ...common, journal_wrong: t.journalWrong, said_twice: t.saidTwice }),
      ...Object.fromEntries(
        accountUses.map(use => [
          use,
          {
            ...common,
            account_wrong: t.accountWrong,
            class_wrong: t.classWrong([...classesOf[use]].join(' / ')),
            said_twice: t.saidTwice,
          },
        ]),
      ),
    },
    send: async said => {
      await call(bookkeepingCalls.saveAccounts, { body: { ...said, seen } }).finally(() => void changed('invoices'))
      return said
    },
    done: said => {
      setSeen(said)
      toast({ title: t.saved })
    },
  })
  if (isSame(form.values, there) && !isSame(seen, there)) setSeen(there)
  useTitle(t.title, form.isWrong)
  const names = { ...t.journals, ...t.uses }
  return (
    <form {...form.props}>
      <Card title={t.settings}>
        <div className="stack">
          <p className="small muted">{t.settingsHint}</p>
          <AllAsked />
          <div className="accounts">
            {[...journals, ...accountUses].map(name => (
              <TextInput
                key={name}
                {...form.text(name)}
                label={names[name]}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                required
              />
            ))}
          </div>
          {form.failure !== undefined && (
            <Notice tone="late" live title={t.notSaved}>
              {sentence(form.failure, t.refusals)}
            </Notice>
          )}
          <div className="row">
            <Button type="submit" pending={form.isPending}>
              {t.submit}
            </Button>
          </div>
        </div>
      </Card>
    </form>
  )
}
