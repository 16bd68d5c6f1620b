import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { rememberKeys } from '#kit/web/request-keys.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { type DeliveryPromise, type NewOrder, orderingCalls } from '../contract.ts'
import type { OrderingText } from '../text/new-case-en.ts'
import { type Catalogue, type Entry, orderOf } from './entry.ts'
import { type Fault, faultsOf } from './faults.ts'
import { promiseIn } from './promise-in.ts'
import { catalogueQuery } from './queries.ts'
import { orderingText } from './text.ts'
import type { useDraft } from './use-draft.ts'

export type SendingParts = {
  entry: Entry
  catalogue: Catalogue
  draft: ReturnType<typeof useDraft>
  /** As this page computes it. */
  promise: DeliveryPromise | null
  filesOnTheirWay: number
  /** Errors that only the server found. */
  onRefused: (faults: Fault[]) => void
}

/** Sends the order once, and navigates to its case. */
export function useSending({ entry, catalogue, draft, promise: computed, filesOnTheirWay, onRefused }: SendingParts) {
  const t = useText(orderingText)
  const { today, zone } = useFormat()
  const sentence = useProblemText()
  const client = useQueryClient()
  const changed = useChanged()
  const navigate = useNavigate()
  const [keyOf] = useState(rememberKeys)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** The server's newer promise: pressing again accepts it. */
  const [told, setTold] = useState<{ promise: DeliveryPromise | null }>()
  const promise = told ? told.promise : computed

  async function send() {
    // The files would arrive after their draft is deleted.
    if (filesOnTheirWay > 0) return setFailure(t.look.filesOnTheirWay(filesOnTheirWay))
    setSending(true)
    setFailure(undefined)
    // By the time the answer is here, the list may already say that they went with the draft.
    const hadFiles = draft.hasFiles()
    // A save arriving after the order would recreate the draft.
    await draft.keeper.settle()
    const draftId = draft.keeper.read().kept?.id
    const promisedDate = promise?.deliveryDate ?? null
    const body = { ...orderOf(entry, { catalogue, today: today(), zone, draftId }), promisedDate }
    try {
      const { data } = await call(orderingCalls.create, { body, key: keyOf(body) })
      draft.end()
      void changed('orders')
      toast({ title: t.sent.title(data.code), description: sentWords(body, data, t.sent) })
      // Replaces the history entry, because "back" would lead to a deleted draft.
      await navigate({ to: '/cases/$id', params: { id: data.id }, replace: true })
    } catch (error) {
      setSending(false)
      if (error instanceof Problem && error.code === 'promise_changed') {
        void client.invalidateQueries({ queryKey: catalogueQuery.queryKey })
        return setTold({ promise: promiseIn(error) })
      }
      const errors = error instanceof Problem && error.code === 'input_invalid' ? (error.details.errors ?? []) : []
      const faults = faultsOf(errors, entry, catalogue, t)
      if (faults.length > 0) return onRefused(faults)
      // The draft was sent or discarded elsewhere: sending again creates another request.
      const isGone = error instanceof Problem && error.code === 'draft_gone'
      if (isGone) draft.beginAgain()
      setFailure(sentence(error, t.problems) + (isGone && hadFiles ? ` ${t.look.filesGone}` : ''))
    }
  }
  function forget() {
    setFailure(undefined)
    setTold(undefined)
  }
  return { send, isSending, failure, promise, forget }
}

/** A physical impression needs a pickup, which must be requested. */
const sentWords = (
  { printType }: NewOrder,
  { pickup }: { pickup: DeliveryPromise['pickup'] | null },
  t: OrderingText['sent'],
) => (printType === 'physical' && !pickup?.isPlanned ? t.withoutPickup : t.description)
