import type { ReactNode } from 'react'
import { useProblemText } from './problem-text.ts'
import { Button } from './ui/button.tsx'
import { Notice } from './ui/notice.tsx'

type FormEndProps = {
  /** Of `useForm`. */
  form: { isPending: boolean; failure: unknown; help?: ReactNode }
  submitLabel: string
  /** What it means that it was not sent. */
  failed: string
  /** The sentences of what only this endpoint refuses. */
  refusals?: Partial<Record<string, string>>
}

/** Below the fields of a form that stays on its page: why it was not sent, and what sends it. */
export function FormEnd({ form, submitLabel, failed, refusals }: FormEndProps) {
  const sentence = useProblemText()
  return (
    <>
      {(form.failure !== undefined || form.help) && (
        <Notice tone="late" live title={failed}>
          {form.failure !== undefined && <p>{sentence(form.failure, refusals)}</p>}
          {form.help}
        </Notice>
      )}
      <div className="row">
        <Button type="submit" variant="primary" pending={form.isPending}>
          {submitLabel}
        </Button>
      </div>
    </>
  )
}
