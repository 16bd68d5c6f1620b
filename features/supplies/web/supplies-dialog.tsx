import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useChanged } from '#features/live/web/use-changed.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { loadText, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { supplyCalls } from '../contract.ts'
import { NewSupplyOrder } from '../input.ts'
import { availableSupplies } from './queries.ts'
import './supplies.css'
import { type Form, hasQuantity, without } from './supply-form.ts'
import { SupplyHistory } from './supply-history.tsx'
import { SupplyRecap } from './supply-recap.tsx'
import { SupplySelection } from './supply-selection.tsx'
import { suppliesText } from './text.ts'

export const loadSuppliesText = () => loadText(suppliesText)

const nothing: Form = {}

type View = 'selection' | 'confirmation' | 'history'

type SuppliesDialogProps = {
  /** An earlier request to repeat, which only needs confirming. */
  again?: Form
  onClose: () => void
}

/** Selection, then confirmation, with the history beside them. Closing it discards the form. */
export function SuppliesDialog({ again = nothing, onClose }: SuppliesDialogProps) {
  const { requestSupplyDialog: t, history } = useText(suppliesText).supply
  const { common, error: kitError } = useText(kitText)
  const sentence = useProblemText()
  const changed = useChanged()
  const offered = useQuery(availableSupplies)
  const body = useRef<HTMLElement>(null)
  const [view, setView] = useState<View>(again === nothing ? 'selection' : 'confirmation')
  const [isTried, setTried] = useState(false)
  const initial: { supplies: Form } = { supplies: again }
  const form = useForm({
    initial,
    shape: NewSupplyOrder,
    body: ({ supplies }) => ({
      supplies: Object.entries(supplies).map(([name, { quantity }]) => ({ name, quantity })),
    }),
    // When a repeated request has been emptied line by line, nothing can be lost.
    asksBeforeLeaving: ({ supplies }) => Object.keys(supplies).length > 0,
    // Errors are shown beside the list, since their line may be gone.
    refused: () => ({}),
    send: (body, key) =>
      call(supplyCalls.order, { body, key }).catch(error => {
        if (error instanceof Problem && error.code === 'input_invalid') void changed('supplies')
        throw error
      }),
    done: () => {
      void changed('supplies')
      toast({ title: t.success, description: t.successHint })
      onClose()
    },
    failed: () => toast({ tone: 'late', title: kitError.title, description: kitError.description }),
  })
  const { supplies } = form.values
  const chosen = Object.entries(supplies)
  const isDirty = chosen.length > 0

  /** Each view has other buttons, so the focus moves to its beginning. */
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
    const rest = without(supplies, name)
    form.set({ supplies: rest })
    if (Object.keys(rest).length === 0) show('selection')
  }
  async function leave() {
    if (await form.mayLeave()) onClose()
  }

  const views = {
    selection: {
      title: t.title,
      description: t.selectionStep,
      footer: (
        <>
          <Button key="cancel" onClick={() => void leave()}>
            {common.cancel}
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
            pending={form.isPending}
            // Ignores the second press of a double click on "Continue".
            onClick={event => event.detail < 2 && void form.submit()}
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
      onBeforeClose={form.mayLeave}
      title={views.title}
      description={views.description}
      closeLabel={common.close}
      footer={views.footer}
    >
      <section ref={body} className="stack supplies" tabIndex={-1} aria-label={views.title}>
        {view === 'selection' && (
          <>
            <SupplySelection
              offered={offered}
              form={supplies}
              isTried={isTried}
              onChange={supplies => form.set({ supplies })}
            />
            <div className="row supplies__more">
              <ResultCount>{offered.data && offered.data.length > 0 && t.chosen(chosen.length)}</ResultCount>
              <Button size="sm" variant="bare" icon="clock" onClick={() => show('history')}>
                {history.open}
              </Button>
            </div>
          </>
        )}
        {view === 'confirmation' && <SupplyRecap offered={offered.data} form={supplies} onRemove={remove} />}
        {view === 'confirmation' && form.failure !== undefined && (
          <Notice tone="late" live title={t.failed}>
            {sentence(form.failure, { input_invalid: t.changed })}
          </Notice>
        )}
        {view === 'history' && <SupplyHistory />}
      </section>
    </Dialog>
  )
}
