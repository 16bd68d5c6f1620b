import type { IconName } from '#kit/web/ui/icon.tsx'
import type { Tone } from '#kit/web/ui/pill.tsx'
import type { CaseStatus } from '../contract.ts'

/** Coloured when something is under way or needs the reader; otherwise plain. */
export const statusLook: Record<CaseStatus, { icon: IconName; tone: Tone }> = {
  registered: { icon: 'box', tone: 'plain' },
  in_preparation: { icon: 'gear', tone: 'brand' },
  in_production: { icon: 'gear', tone: 'brand' },
  on_hold: { icon: 'pause', tone: 'warn' },
  shipped: { icon: 'truck', tone: 'info' },
  delivered: { icon: 'check', tone: 'ok' },
  invoiced: { icon: 'bill', tone: 'plain' },
  cancelled: { icon: 'close', tone: 'plain' },
  unknown: { icon: 'info', tone: 'plain' },
}
