import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { type Program, staffProgramCalls } from '../staff-contract.ts'
import { ToldAt } from '../staff-input.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { programsText } from './staff-text.ts'

type AddressDialogProps = { program: Program; isWithinAllowed: boolean; onClose: () => void }

/** Sets the address at which a program is notified that there is something to fetch. */
export function AddressDialog({ program: { id, name, toldAt }, isWithinAllowed, onClose }: AddressDialogProps) {
  const { tell: t, secret: words, refusals, required } = useText(programsText)
  const place = isWithinAllowed ? t.within : { hint: t.urlHint, refused: refusals.address_not_allowed }
  const changed = useChanged()
  const [secret, setSecret] = useState<string>()
  const form = useForm({
    initial: { url: toldAt?.url ?? '' },
    shape: ToldAt,
    sentences: { url: { required, not_an_address: t.wrong, too_long: t.tooLong } },
    refused: error =>
      error instanceof Problem && error.code === 'address_not_allowed' ? { url: place.refused } : undefined,
    send: body => call(staffProgramCalls.setToldAt, { params: { id }, body }).finally(() => void changed('programs')),
    done: ({ data }) => setSecret(data.secret),
  })
  if (secret !== undefined)
    return (
      <SecretDialog {...{ name, secret, words, onClose }}>
        <p className="small muted">{words.next}</p>
      </SecretDialog>
    )
  return (
    <FormDialog
      {...{ form, onClose, refusals }}
      title={t.title(name)}
      description={t.description}
      submitLabel={t.submit}
      failed={t.failed}
    >
      <TextInput
        {...form.text('url')}
        label={t.url}
        hint={toldAt ? `${place.hint} ${t.newSecret}` : place.hint}
        type="url"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
      />
    </FormDialog>
  )
}
