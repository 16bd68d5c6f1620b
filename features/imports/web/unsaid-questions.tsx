import { useText } from '#kit/web/text.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import type { Needs, Unsaid } from '../contract.ts'
import { needChoices } from '../rules.ts'
import { importText } from './staff-text.ts'
import './imports.css'

type Props = {
  unsaid: Unsaid
  needs: Needs
  onNeeds: (needs: Needs) => void
  areRolesTaken: boolean
  onRoles: (areTaken: boolean) => void
  /** The import was asked for: what is not answered is marked. */
  isAsked: boolean
}

/** What nothing says is not guessed: somebody answers for it. */
export function UnsaidQuestions({ unsaid, needs, onNeeds, areRolesTaken, onRoles, isAsked }: Props) {
  const t = useText(importText).preview.unsaid
  const { families, managers, doctors } = unsaid
  return (
    <>
      {families.length > 0 && (
        <div className="stack stack--sm">
          <Notice title={t.needsTitle}>{t.needs}</Notice>
          <div className="import-columns">
            {families.map(({ name, products }) => (
              <Select
                key={name}
                label={name}
                hint={t.products(products)}
                placeholder={t.choose}
                options={needChoices.map(value => ({ value, label: t.needChoices[value] }))}
                error={isAsked && !Object.hasOwn(needs, name) ? t.chooseError : undefined}
                value={needs[name] ?? ''}
                onChange={({ currentTarget: { value } }) => {
                  const chosen = needChoices.find(known => known === value)
                  const others = Object.entries(needs).filter(([family]) => family !== name)
                  onNeeds(Object.fromEntries(chosen ? [...others, [name, chosen]] : others))
                }}
              />
            ))}
          </div>
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
