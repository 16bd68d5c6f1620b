import { useLateDialog } from '#kit/web/use-late-dialog.tsx'

async function loadDialog() {
  const { CalendarDialog, loadCalendarText } = await import('./calendar-dialog.tsx')
  await loadCalendarText()
  return CalendarDialog
}

/** Wherever somebody looks at days: the same days in their own calendar. */
export const useCalendarDialog = () => useLateDialog<object>(loadDialog)
