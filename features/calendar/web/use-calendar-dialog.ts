import { useLateDialog } from '#kit/web/use-late-dialog.tsx'

async function loadDialog() {
  const { CalendarDialog, loadCalendarText } = await import('./calendar-dialog.tsx')
  await loadCalendarText()
  return CalendarDialog
}

/** For screens that show days: the same days in the user's own calendar. */
export const useCalendarDialog = () => useLateDialog<object>(loadDialog)
