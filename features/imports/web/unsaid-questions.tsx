import { staffCatalogueText } from '#features/catalogue/web/staff-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import type { Answers, Unsaid } from '../contract.ts'
import { importedStatuses, longestAnsweredLead, needChoices, vatChoices } from '../rules.ts'
import { importText } from './staff-text.ts'
import './imports.css'

type Props = {
  unsaid: Unsaid
  answers: Answers
  onAnswers: (answers: Answers) => void
  areRolesTaken: boolean
  onRoles: (areTaken: boolean) => void
  /** The import was requested: unanswered questions are marked. */
  isAsked: boolean
}

const leadChoices = Array.from({ length: longestAnsweredLead }, (_, before) => before + 1)

/** Asks what neither the file nor the catalogue says, instead of guessing. */
export function UnsaidQuestions({ unsaid, answers, onAnswers, areRolesTaken, onRoles, isAsked }: Props) {
  const t = useText(importText).preview.unsaid
  const catalogue = useText(staffCatalogueText)
  const { families, leads, vats, managers, doctors, statusless } = unsaid
  const { statuses } = useText(importText).preview
  return (
    <>
      {leads.length > 0 && (
        <OfEachFamily
          title={t.leadsTitle}
          description={t.leads}
          error={t.leadsError}
          families={leads}
          options={leadChoices.map(days => ({ value: days, label: catalogue.days(days) }))}
          answers={answers.leads}
          onAnswers={chosen => onAnswers({ ...answers, leads: chosen })}
          isAsked={isAsked}
        />
      )}
      {vats.length > 0 && (
        <OfEachFamily
          title={t.vatsTitle}
          description={t.vats}
          error={t.vatsError}
          families={vats}
          options={vatChoices.map(value => ({ value, label: catalogue.vat[value] }))}
          answers={answers.vats}
          onAnswers={chosen => onAnswers({ ...answers, vats: chosen })}
          isAsked={isAsked}
        />
      )}
      {families.length > 0 && (
        <OfEachFamily
          title={t.needsTitle}
          description={t.needs}
          error={t.chooseError}
          families={families}
          options={needChoices.map(value => ({ value, label: t.needChoices[value] }))}
          answers={answers.needs}
          onAnswers={needs => onAnswers({ ...answers, needs })}
          isAsked={isAsked}
        />
      )}
      {statusless > 0 && (
        <div className="stack stack--sm">
          <Notice title={t.statusTitle}>{t.status(statusless)}</Notice>
          <Select
            label={t.statusLabel}
            placeholder={t.choose}
            options={importedStatuses.map(value => ({ value, label: statuses[value] }))}
            error={isAsked && !answers.status ? t.statusError : undefined}
            value={answers.status ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onAnswers({ ...answers, status: importedStatuses.find(known => known === value) })
            }
          />
        </div>
      )}
      {managers + doctors > 0 && (
        <div className="stack stack--sm">
          <Notice tone="warn" title={t.rolesTitle}>
            {t.roles}
          </Notice>
          <Checkbox
            label={t.takeRoles(managers, doctors)}
            error={isAsked && !areRolesTaken ? t.rolesError : undefined}
            checked={areRolesTaken}
            onChange={event => onRoles(event.currentTarget.checked)}
          />
        </div>
      )}
    </>
  )
}

type OfEachFamilyProps<T> = {
  title: string
  description: string
  error: string
  families: readonly { name: string; products: number }[]
  options: readonly { value: T; label: string }[]
  answers: Record<string, T>
  onAnswers: (answers: Record<string, T>) => void
  isAsked: boolean
}

function OfEachFamily<T extends string | number>(props: OfEachFamilyProps<T>) {
  const t = useText(importText).preview.unsaid
  const { title, description, error, families, options, answers, onAnswers, isAsked } = props
  return (
    <Fieldset legend={title} legendHidden>
      <div className="stack stack--sm">
        <Notice title={title}>{description}</Notice>
        <div className="import-columns">
          {families.map(({ name, products }) => (
            <Select
              key={name}
              label={name}
              hint={t.products(products)}
              placeholder={t.choose}
              options={options.map(({ value, label }) => ({ value: String(value), label }))}
              error={isAsked && !Object.hasOwn(answers, name) ? error : undefined}
              value={String(answers[name] ?? '')}
              onChange={({ currentTarget }) => {
                const chosen = options.find(({ value }) => String(value) === currentTarget.value)
                const others = Object.entries(answers).filter(([family]) => family !== name)
                onAnswers(Object.fromEntries(chosen ? [...others, [name, chosen.value]] : others))
              }}
            />
          ))}
        </div>
      </div>
    </Fieldset>
  )
}
