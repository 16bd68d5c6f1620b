import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import type { Ride } from '../contract.ts'
import { ridesText } from './text.ts'

/** "mardi 24 nov., matin" */
export function useSlotWords() {
  const { when } = useText(ridesText)
  const format = useFormat()
  return ({ date, shift }: Pick<Ride, 'date' | 'shift'>) => when(format.nearDay(date), shift)
}
