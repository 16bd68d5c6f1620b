import type { ComponentProps, ReactNode } from 'react'
import { AllAsked } from './all-asked.tsx'
import { kitText } from './kit-text.ts'
import { useProblemText } from './problem-text.ts'
import { useText } from './text.tsx'
import { Button } from './ui/button.tsx'
import { Dialog, type DialogProps } from './ui/dialog.tsx'
import { Notice } from './ui/notice.tsx'

type FormDialogProps = Pick<DialogProps, 'onClose' | 'title' | 'description' | 'size' | 'children'> & {
  /** From `useForm`. */
  form: {
    id: string
    props: ComponentProps<'form'>
    isPending: boolean
    failure: unknown
    help?: ReactNode
    mayLeave: () => Promise<boolean>
  }
  submitLabel: string
  /** For undoing actions, where "cancel" could be read as the action itself. */
  cancelLabel?: string
  /** Stays open after sending, so there is nothing to cancel. */
  staysOpen?: boolean
  /** Shown on failure: what it means. */
  failed?: string
  /** Sentences for the endpoint's own refusals. */
  refusals?: Partial<Record<string, string>>
  /** Shown above the buttons, which stay visible: a summary of what sending does, explained further down. */
  sum?: ReactNode
  /** Shown on failure: what to do. */
  help?: ReactNode
}

/** A form in a dialog: its fields, its failure, and the ways out, which ask when something would be lost. */
export function FormDialog(props: FormDialogProps) {
  const { form, onClose, title, description, size, submitLabel, staysOpen, failed, refusals, sum, help, children } =
    props
  const { common } = useText(kitText)
  const sentence = useProblemText()
  async function leave() {
    if (await form.mayLeave()) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      onBeforeClose={form.mayLeave}
      title={typeof title === 'string' ? unbroken(title) : title}
      description={description}
      size={size}
      closeLabel={common.close}
      footer={
        <>
          {sum}
          {!staysOpen && <Button onClick={() => void leave()}>{props.cancelLabel ?? common.cancel}</Button>}
          <Button type="submit" form={form.id} variant="primary" pending={form.isPending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form className="stack" {...form.props}>
        <AllAsked />
        {children}
        {(form.failure !== undefined || form.help) && (
          <div ref={intoSight} className="dialog__failure">
            <Notice tone="late" live title={failed}>
              {form.failure !== undefined && <p>{sentence(form.failure, refusals)}</p>}
              {form.help}
              {help}
            </Notice>
          </div>
        )}
      </form>
    </Dialog>
  )
}

/** Scrolls it above the buttons, which cover the end of a long form. */
const intoSight = (failure: HTMLElement | null) => failure?.scrollIntoView({ block: 'nearest' })

/** Keeps a case number on one line by a style: a no-break hyphen would not be found by a text search. */
function unbroken(title: string) {
  const hyphen = title.indexOf('-')
  if (hyphen < 0) return title
  const from = title.lastIndexOf(' ', hyphen) + 1
  const to = `${title} `.indexOf(' ', hyphen)
  return (
    <>
      {title.slice(0, from)}
      <span className="unbroken">{title.slice(from, to)}</span>
      {title.slice(to)}
    </>
  )
}
