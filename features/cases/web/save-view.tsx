import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { viewCalls } from '../views-contract.ts'
import { ViewName } from '../views-input.ts'
import { caseText } from './case-text.ts'
import { viewOf } from './saved-view.ts'
import type { CaseListSearch } from './search.ts'
import { useViewWords } from './use-view-words.ts'

/** Saves the list under a name, and tells what is kept of it. */
export function SaveView({ search, onClose }: { search: CaseListSearch; onClose: () => void }) {
  const t = useText(caseText).views
  const sentence = useProblemText()
  const words = useViewWords()
  const changed = useChanged()
  const content = viewOf(search, useFormat().today())
  const form = useForm({
    initial: { name: '' },
    shape: ViewName,
    sentences: { name: { required: t.nameRequired, too_long: t.nameTooLong } },
    refused: error => ({ name: sentence(error, t.problems) }),
    send: ({ name }, key) => call(viewCalls.save, { body: { name, content }, key }),
    done: ({ data }) => {
      void changed('views')
      toast({ title: t.saved(data.name) })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      size="sm"
      title={t.saveTitle}
      description={t.saveDescription}
      submitLabel={t.keepName}
    >
      <TextInput {...form.text('name')} label={t.name} hint={t.nameHint} autoComplete="off" required />
      <p className="muted">{t.keeps(words(content))}</p>
      {search.search && <p className="muted">{t.withoutSearch}</p>}
    </FormDialog>
  )
}
