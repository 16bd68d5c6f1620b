import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { PeopleDialogsProps } from './people-dialogs.tsx'

/** With the words of the practice's own dialogs, which are the same. */
const load = async () => {
  const [{ PeopleDialogs }] = await Promise.all([
    import('./people-dialogs.tsx'),
    import('#features/colleagues/web/use-colleagues-text.ts').then(({ loadColleaguesText }) => loadColleaguesText()),
  ])
  return PeopleDialogs
}

export const usePeopleDialogs = () => useLateDialog<PeopleDialogsProps>(load)
