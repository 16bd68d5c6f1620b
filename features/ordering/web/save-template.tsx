import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { rememberKeys } from '#kit/web/request-keys.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { orderingCalls } from '../contract.ts'
import { type Entry, templateOf } from './entry.ts'
import { templatesQuery } from './queries.ts'
import { orderingText } from './text.ts'

type SaveTemplateProps = { open: boolean; entry: Entry; onClose: () => void }

export function SaveTemplate({ open, entry, onClose }: SaveTemplateProps) {
  const t = useText(orderingText).template
  const form = useId()
  const [isPending, setPending] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={t.save}
      description={t.description}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          {entry.products.length > 0 && (
            <Button type="submit" form={form} variant="primary" pending={isPending}>
              {t.save}
            </Button>
          )}
        </>
      }
    >
      {entry.products.length > 0 ? (
        <NameForm {...{ entry, onClose, isPending, setPending }} id={form} />
      ) : (
        <Notice>{t.nothing}</Notice>
      )}
    </Dialog>
  )
}

type NameFormProps = Pick<SaveTemplateProps, 'entry' | 'onClose'> & {
  id: string
  isPending: boolean
  setPending: (isPending: boolean) => void
}

function NameForm({ id, entry, onClose, isPending, setPending }: NameFormProps) {
  const words = useText(orderingText)
  const t = words.template
  const client = useQueryClient()
  const sentence = useProblemText()
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [keyOf] = useState(rememberKeys)

  async function save() {
    setPending(true)
    try {
      const body = { name: name.trim(), content: templateOf(entry) }
      const { data } = await call(orderingCalls.saveTemplate, { body, key: keyOf(body) })
      void client.invalidateQueries({ queryKey: templatesQuery.queryKey })
      toast({ title: t.saved(data.name) })
      onClose()
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
    if (name.trim()) return void save().then(() => input?.focus())
    setWrong(t.nameRequired)
    input?.focus()
  }
  return (
    <form id={id} noValidate onSubmit={submit}>
      <TextInput
        label={t.name}
        hint={t.nameHint}
        autoComplete="off"
        maxLength={80}
        required
        value={name}
        error={wrong}
        onChange={event => {
          setName(event.currentTarget.value)
          setWrong(undefined)
        }}
      />
    </form>
  )
}
