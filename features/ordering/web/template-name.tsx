import type { InferOutput } from 'valibot'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { longest, TemplateName } from '../input.ts'
import { orderingText } from './text.ts'

type TemplateNameProps = {
  title: string
  description?: string
  saveLabel: string
  /** The present name. */
  name?: string
  onSave: (body: InferOutput<typeof TemplateName>, key: string) => Promise<void>
  onClose: () => void
}

/** Asks for a template's name, and shows errors at the field. */
export function TemplateNameDialog({ title, description, saveLabel, name = '', onSave, onClose }: TemplateNameProps) {
  const words = useText(orderingText)
  const t = words.template
  const sentence = useProblemText()
  const form = useForm({
    initial: { name },
    shape: TemplateName,
    sentences: { name: { required: t.nameRequired, too_long: words.tooLong(longest.template) } },
    refused: error => ({ name: sentence(error, words.problems) }),
    send: onSave,
    done: onClose,
  })
  return (
    <FormDialog form={form} onClose={onClose} size="sm" title={title} description={description} submitLabel={saveLabel}>
      <TextInput {...form.text('name')} label={t.name} hint={t.nameHint} autoComplete="off" required />
    </FormDialog>
  )
}
