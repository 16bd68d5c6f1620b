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
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { Accounts as Shape } from '../input.ts'
import { type Accounts, accountGaps, accountUses, classesOf, journals } from '../rules.ts'
import { bookkeepingCalls } from '../staff-contract.ts'
import { bookkeepingText } from './staff-text.ts'
import './bookkeeping.css'

const each = <Name extends string, Said>(names: readonly Name[], said: Said) =>
  Object.fromEntries(names.map(name => [name, said])) as Record<Name, Said>

/** The accountant supplies these numbers; they are typed once and apply to every file. */
export function AccountsForm({ there }: { there: Accounts }) {
  const t = useText(bookkeepingText)
  const sentence = useProblemText()
  const changed = useChanged()
  const common = { required: t.required, too_long: t.tooLong }
  const form = useVersionedForm({
    initial: there,
    version: there,
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
    send: async (said, _key, seen) => {
      await call(bookkeepingCalls.saveAccounts, { body: { ...said, seen } }).finally(() => changed('invoices'))
      return said
    },
    versionAfter: said => said,
    done: () => toast({ title: t.saved }),
  })
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
          {(form.failure !== undefined || form.help) && (
            <Notice tone="late" live title={t.notSaved}>
              {form.failure !== undefined && <p>{sentence(form.failure, t.refusals)}</p>}
              {form.help}
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
