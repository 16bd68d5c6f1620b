import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useText } from '#kit/web/text.tsx'
import { dismissToast, toast } from '#kit/web/ui/toast.ts'
import { type CheckedIn, stationCalls } from '../contract.ts'
import type { StationsText } from '../text/en.ts'
import { keepOwnStation } from './own-station.ts'
import { stationsText } from './text.ts'
import { useTakeBack } from './use-take-back.ts'

/** The toast of the scan before: with two, it would not be clear which one is undone. */
let said: number | undefined

/** Checks a scanned case in or out at this device's station, and reports the result. */
export function useCheckIn() {
  const t = useText(stationsText)
  const takeBack = useTakeBack()
  const changed = useChanged()
  return async (code: string, station: string): Promise<CheckedIn> => {
    const { data } = await call(stationCalls.checkIn, { body: { code, station } })
    const { checkInId } = data
    // The station may have been renamed.
    if (!data.hasLeft) keepOwnStation(data.station)
    void changed('stations')
    if (said !== undefined) dismissToast(said)
    said = toast({
      tone: data.hasLeft ? 'info' : 'ok',
      title: wordsOf(data, t),
      ...(data.hasLeft && { description: t.hasLeftWhy }),
      ...(data.before && { description: t.before(data.before) }),
      ...(checkInId && { action: { label: t.takeBack.act, run: () => void takeBack({ code: data.code, checkInId }) } }),
    })
    return data
  }
}

function wordsOf({ hasLeft, isHere, code, station, minutes }: CheckedIn, t: StationsText) {
  if (hasLeft) return t.hasLeft(code)
  return isHere ? t.isHere(code, station) : t.isDone(code, station, minutes)
}
