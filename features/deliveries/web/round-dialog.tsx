import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { loadText, useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { deliveryCalls, type Stop } from '../contract.ts'
import { longestRound, NewRound } from '../input.ts'
import { roundText } from './round-text.ts'

/** Loads the component with its words. */
export const load = async () => {
  await loadText(roundText)
  return RoundDialog
}

export type Rounds = { stop: Stop; rounds: readonly string[] }

/** Assigns a practice to a driver's round: it is added at the end. */
function RoundDialog({ stop, rounds, onClose }: Rounds & { onClose: () => void }) {
  const t = useText(roundText)
  const changed = useChanged()
  const { id, name } = stop.practice
  const known = rounds.filter(round => round !== '')
  const form = useForm({
    initial: { round: stop.round },
    shape: NewRound,
    body: ({ round }) => ({ round, practiceIds: [id] }),
    sentences: { round: { too_long: t.tooLong(longestRound) } },
    send: body => call(deliveryCalls.arrange, { body }),
    done: () => {
      void changed('rides')
      onClose()
    },
  })
  return (
    <FormDialog {...{ form, onClose }} size="sm" title={t.title(name)} submitLabel={t.submit} failed={t.failed}>
      <TextInput
        {...form.text('round')}
        label={t.label}
        hint={known.length > 0 ? `${t.hint} ${t.known(known.join(', '))}` : t.hint}
        autoComplete="off"
      />
    </FormDialog>
  )
}
