import { type PointerEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { deliveryCalls, type Stop } from '../contract.ts'
import { deliveriesText } from './text.ts'

/** Moves a stop to another place; those in between shift. */
function movedTo(ids: readonly string[], id: string, place: number): readonly string[] {
  const others = ids.filter(one => one !== id)
  return others.toSpliced(place, 0, id)
}

/** The driving order, changed by dragging or by key: shown at once, saved for the next time, reverted if that fails. */
export function useStopOrder(round: string, stops: readonly Stop[]) {
  const { order: t } = useText(deliveriesText)
  const sentence = useProblemText()
  const changed = useChanged()
  const list = useRef<HTMLOListElement>(null)
  const [wanted, setWanted] = useState<readonly string[]>()
  const [moved, setMoved] = useState<{ name: string; place: number }>()
  const [dragging, setDragging] = useState<string>()

  const placeOf = ({ practice }: Stop) => wanted?.indexOf(practice.id) ?? -1
  const ordered = wanted ? stops.toSorted((one, other) => placeOf(one) - placeOf(other)) : stops
  const ids = ordered.map(({ practice }) => practice.id)

  async function save(practiceIds: readonly string[]) {
    try {
      await call(deliveryCalls.arrange, { body: { round, practiceIds: [...practiceIds] } })
      await changed('rides')
    } catch (error) {
      toast({ tone: 'late', title: t.failed, description: sentence(error) })
    }
    // Unless it was changed again meanwhile.
    setWanted(now => (now === practiceIds ? undefined : now))
  }

  /** Keeps the button under the finger and its focus, which moving the card would remove. */
  function step(id: string, by: -1 | 1, button: HTMLButtonElement) {
    const place = ids.indexOf(id) + by
    const next = movedTo(ids, id, place)
    flushSync(() => {
      setWanted(next)
      setMoved({ name: ordered.find(({ practice }) => practice.id === id)?.practice.name ?? '', place: place + 1 })
    })
    button.focus()
    void save(next)
  }

  /** Follows the pointer on the window, because moving the card in the document would lose its pointer capture. */
  function beginDrag(id: string, { currentTarget: handle }: PointerEvent<HTMLElement>) {
    let next: readonly string[] = ids
    setDragging(id)

    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const cards = [...(list.current?.children ?? [])]
      // The stop goes behind each card whose middle is above the finger.
      const place = cards.filter(card => {
        const { top, height } = card.getBoundingClientRect()
        return card !== handle.closest('li') && clientY > top + height / 2
      }).length
      if (next.indexOf(id) === place) return
      next = movedTo(next, id, place)
      setWanted(next)
    }
    const end = () => {
      removeEventListener('pointermove', follow)
      for (const over of ['pointerup', 'pointercancel']) removeEventListener(over, end)
      setDragging(undefined)
      if (next !== ids) void save(next)
    }
    addEventListener('pointermove', follow)
    for (const over of ['pointerup', 'pointercancel']) addEventListener(over, end)
  }

  return { ordered, list, moved, step, dragging, beginDrag }
}
