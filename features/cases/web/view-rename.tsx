import { useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { type CaseView, viewCalls } from '../views-contract.ts'
import { ViewName } from '../views-input.ts'
import { caseText } from './case-text.ts'
import { changeViews } from './change-views.ts'

export function RenameView({ view: { id, name }, onDone }: { view: CaseView; onDone: () => void }) {
  const t = useText(caseText).views
  const sentence = useProblemText()
  const client = useQueryClient()
  const form = useForm({
    initial: { name },
    shape: ViewName,
    sentences: { name: { required: t.nameRequired, too_long: t.nameTooLong } },
    refused: error => ({ name: sentence(error, t.problems) }),
    send: body => call(viewCalls.rename, { params: { id }, body }),
    done: ({ data }) => {
      void changeViews(client, views => views.map(one => (one.id === id ? data : one)))
      onDone()
    },
    asksBeforeLeaving: false,
  })
  return (
    <form className="views__rename" {...form.props}>
      <TextInput {...form.text('name')} label={t.name} autoComplete="off" ref={field => field?.focus()} required />
      <div className="row">
        <Button type="submit" variant="primary" pending={form.isPending}>
          {t.keepName}
        </Button>
        <Button onClick={onDone}>{t.cancel}</Button>
      </div>
    </form>
  )
}
