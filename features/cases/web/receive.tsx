import { later } from '#kit/web/later.tsx'
import { loadText } from '#kit/web/text.tsx'
import { caseText } from './case-text.ts'
import type { ReceiveButtonProps } from './receive-button.tsx'

/** Loaded on demand, for shipped cases. */
export const Receive = later<ReceiveButtonProps>(
  () => Promise.all([import('./receive-button.tsx'), loadText(caseText)]).then(([{ ReceiveButton }]) => ReceiveButton),
  { when: 'drawn', withoutIt: () => null },
)

/** Shown in an open menu of the list. */
export const ReceiveEntry = later<Pick<ReceiveButtonProps, 'cases'>>(
  () => Promise.all([import('./receive-entry.tsx'), loadText(caseText)]).then(([{ ReceiveEntry }]) => ReceiveEntry),
  { when: 'drawn', withoutIt: () => null },
)
