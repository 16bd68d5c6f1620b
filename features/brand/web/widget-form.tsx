import { ownWidgetPath } from '#features/feedback/own-widget.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormEnd } from '#kit/web/form-end.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { FeedbackWidget } from '../input.ts'
import { type StaffBrand, staffBrandCalls } from '../staff-contract.ts'
import { staffBrandText } from './staff-text.ts'

const kinds = ['own', 'other', 'none'] as const
type Kind = (typeof kinds)[number]

const kindOf = (address: string): Kind => (address === '' ? 'none' : address === ownWidgetPath ? 'own' : 'other')
/** For another widget, an empty address becomes an incomplete one, which is refused. */
const addressOf = (kind: Kind, typed: string) =>
  ({ own: ownWidgetPath, other: typed.trim() || 'https://', none: '' })[kind]

/** The widget with which practices give feedback on the portal. */
export function WidgetForm({ there }: { there: StaffBrand }) {
  const text = useText(staffBrandText)
  const t = text.widget
  const changed = useChanged()
  const kind = kindOf(there.feedbackWidget)
  const form = useVersionedForm({
    initial: { kind, address: kind === 'other' ? there.feedbackWidget : '' },
    version: there.feedbackWidget,
    shape: FeedbackWidget,
    body: ({ kind, address }, seen) => ({ address: addressOf(kind, address), seen }),
    sentences: { address: { address_wrong: t.wrong, too_long: text.tooLong } },
    send: body => call(staffBrandCalls.setWidget, { body }).finally(() => changed('brand')),
    done: () => toast({ title: t.saved }),
  })
  return (
    <form {...form.props}>
      <Card title={t.title}>
        <div className="stack">
          <Choices
            {...form.field('kind')}
            label={t.label}
            hint={!there.logo && form.values.kind === 'other' && t.needsLogo}
            options={kinds.map(value => ({ value, label: t.kinds[value], detail: t.details[value] }))}
          />
          {form.values.kind === 'other' && (
            <TextInput
              {...form.text('address')}
              label={t.address}
              hint={t.addressHint}
              type="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
          )}
          <FormEnd form={form} submitLabel={t.submit} failed={text.notSaved} />
        </div>
      </Card>
    </form>
  )
}
