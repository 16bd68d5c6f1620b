import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { PeopleDialogsProps } from './people-dialogs.tsx'

/** Also loads the texts, shared with the practice's own dialogs. */
const load = async () => {
  const [{ PeopleDialogs }, { colleaguesText }, { seldomText }, { loadText }] = await Promise.all([
    import('./people-dialogs.tsx'),
    import('#features/colleagues/web/text.ts'),
    import('./seldom-text.ts'),
    import('#kit/web/text.tsx'),
  ])
  await Promise.all([loadText(colleaguesText), loadText(seldomText)])
  return PeopleDialogs
}

export const usePeopleDialogs = () => useLateDialog<PeopleDialogsProps>(load)
