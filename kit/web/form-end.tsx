import type { ReactNode } from 'react'
import { useProblemText } from './problem-text.ts'
import { Button } from './ui/button.tsx'
import { Notice } from './ui/notice.tsx'

type FormEndProps = {
  /** From `useForm`. */
  form: { isPending: boolean; failure: unknown; help?: ReactNode }
  submitLabel: string
  /** Shown on failure: what it means. */
  failed: string
  /** Sentences for the endpoint's own refusals. */
  refusals?: Partial<Record<string, string>>
}

/** The end of a form on a page: its failure and its submit button. */
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
