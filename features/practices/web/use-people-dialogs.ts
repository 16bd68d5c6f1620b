import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { PeopleDialogsProps } from './people-dialogs.tsx'

/** With the words of the practice's own dialogs, which are the same. */
const load = async () => {
  const [{ PeopleDialogs }, { colleaguesText }, { loadText }] = await Promise.all([
    import('./people-dialogs.tsx'),
    import('#features/colleagues/web/text.ts'),
    import('#kit/web/text.tsx'),
  ])
  await loadText(colleaguesText)
  return PeopleDialogs
}

export const usePeopleDialogs = () => useLateDialog<PeopleDialogsProps>(load)
