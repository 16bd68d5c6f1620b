import { type SubmitEvent, useId, useState } from 'react'
import { Problem } from '#kit/problem.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { orderingText } from './text.ts'

type TemplateNameProps = {
  title: string
  description?: string
  saveLabel: string
  /** That it has so far. */
  name?: string
  onSave: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks what a template is called, and says what is wrong with the name where it is typed. */
export function TemplateName({ title, description, saveLabel, name = '', onSave, onClose }: TemplateNameProps) {
  const words = useText(orderingText)
  const t = words.template
  const id = useId()
  const sentence = useProblemText()
  const [typed, setTyped] = useState(name)
  const [wrong, setWrong] = useState<string>()
  const [isPending, setPending] = useState(false)

  async function save() {
    setPending(true)
    try {
      await onSave(typed.trim())
      return onClose()
    } catch (error) {
      const isName = error instanceof Problem && error.code === 'input_invalid'
      setWrong(isName ? t.nameRequired : sentence(error, words.problems))
    }
    setPending(false)
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = event.currentTarget.querySelector('input')
    if (isPending) return
    if (typed.trim()) return void save().then(() => input?.focus())
    setWrong(t.nameRequired)
    input?.focus()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" form={id} variant="primary" pending={isPending}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit}>
        <TextInput
          label={t.name}
          hint={t.nameHint}
          autoComplete="off"
          maxLength={80}
          required
          value={typed}
          error={wrong}
          onChange={event => {
            setTyped(event.currentTarget.value)
            setWrong(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
