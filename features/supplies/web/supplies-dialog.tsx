import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useChanged } from '#features/live/web/use-changed.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { mayDiscard, useUnsavedChanges } from '#kit/web/dirty-forms.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { rememberKeys } from '#kit/web/request-keys.ts'
import { loadText, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { supplyCalls } from '../contract.ts'
import { availableSupplies } from './queries.ts'
import './supplies.css'
import { type Form, hasQuantity, without } from './supply-form.ts'
import { SupplyHistory } from './supply-history.tsx'
import { SupplyRecap } from './supply-recap.tsx'
import { SupplySelection } from './supply-selection.tsx'
import { suppliesText } from './text.ts'

export const loadSuppliesText = () => loadText(suppliesText)

type View = 'selection' | 'confirmation' | 'history'

/** Selection, then confirmation; beside them what was requested before. Closing it forgets the form. */
export function SuppliesDialog({ onClose }: { onClose: () => void }) {
  const { requestSupplyDialog: t, history } = useText(suppliesText).supply
  const { common, error: kitError } = useText(kitText)
  const sentence = useProblemText()
  const changed = useChanged()
  const offered = useQuery(availableSupplies)
  const body = useRef<HTMLElement>(null)
  const [view, setView] = useState<View>('selection')
  const [form, setForm] = useState<Form>({})
  const [isTried, setTried] = useState(false)
  const [keyOf] = useState(rememberKeys)
  const chosen = Object.entries(form)
  const isDirty = chosen.length > 0
  const settled = useUnsavedChanges(isDirty)

  const { run, isPending, error } = useAttempt(async () => {
    const request = { supplies: chosen.map(([name, { quantity }]) => ({ name, quantity })) }
    try {
      await call(supplyCalls.order, { body: request, key: keyOf(request) })
    } catch (error) {
      if (error instanceof Problem && error.code === 'input_invalid') void changed('supplies')
      toast({ tone: 'late', title: kitError.title, description: kitError.description })
      throw error
    }
    void changed('supplies')
    settled()
    toast({ title: t.success, description: t.successHint })
    onClose()
  })

  /** Another view has other buttons: whoever cannot see it is taken to its beginning. */
  function show(next: View) {
    flushSync(() => setView(next))
    body.current?.focus()
  }
  function goOn() {
    setTried(true)
    if (!isDirty) return
    const unset = chosen.find(([name, { quantity }]) => !hasQuantity(offered.data, name, quantity))
    if (unset) body.current?.querySelector<HTMLElement>(`[name="${CSS.escape(unset[0])}"]`)?.focus()
    else show('confirmation')
  }
  function remove(name: string) {
    const rest = without(form, name)
    setForm(rest)
    if (Object.keys(rest).length === 0) show('selection')
  }
  async function leave() {
    if (await mayDiscard()) onClose()
  }

  const views = {
    selection: {
      title: t.title,
      description: t.selectionStep,
      footer: (
        <>
          <Button key="cancel" onClick={() => void leave()}>
            {t.cancel}
          </Button>
          <Button key="continue" variant="primary" disabled={!isDirty} onClick={goOn}>
            {t.goOn}
          </Button>
        </>
      ),
    },
    confirmation: {
      title: t.confirmTitle,
      description: t.confirmStep,
      footer: (
        <>
          <Button key="back" onClick={() => show('selection')}>
            {t.back}
          </Button>
          <Button
            key="confirm"
            variant="primary"
            pending={isPending}
            // The second press of a double click on "Continue" is not meant for this one.
            onClick={event => event.detail < 2 && void run()}
          >
            {t.confirm}
          </Button>
        </>
      ),
    },
    history: {
      title: history.title,
      description: undefined,
      footer: (
        <Button key="leave" onClick={() => show('selection')}>
          {t.back}
        </Button>
      ),
    },
  }[view]

  return (
    <Dialog
      open
      onClose={onClose}
      onBeforeClose={mayDiscard}
      title={views.title}
      description={views.description}
      closeLabel={common.close}
      footer={views.footer}
    >
      <section ref={body} className="stack supplies" tabIndex={-1} aria-label={views.title}>
        {view === 'selection' && (
          <>
            <SupplySelection offered={offered} form={form} isTried={isTried} onChange={setForm} />
            <div className="row supplies__more">
              <ResultCount>{offered.data && offered.data.length > 0 && t.chosen(chosen.length)}</ResultCount>
              <Button size="sm" variant="bare" icon="clock" onClick={() => show('history')}>
                {history.open}
              </Button>
            </div>
          </>
        )}
        {view === 'confirmation' && <SupplyRecap offered={offered.data} form={form} onRemove={remove} />}
        {view === 'confirmation' && error !== undefined && (
          <Notice tone="late" live title={t.failed}>
            {sentence(error, { input_invalid: t.changed })}
          </Notice>
        )}
        {view === 'history' && <SupplyHistory />}
      </section>
    </Dialog>
  )
}
