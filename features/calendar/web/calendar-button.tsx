import { Button } from '#kit/web/ui/button.tsx'
import './calendar-button.css'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'

async function loadDialog() {
  const { CalendarDialog, loadCalendarText } = await import('./calendar-dialog.tsx')
  await loadCalendarText()
  return CalendarDialog
}

/** Wherever somebody looks at days: the same days in their own calendar. The words come with the screen's. */
export function CalendarButton({ children }: { children: string }) {
  const { prepare, open, dialog } = useLateDialog<object>(loadDialog)
  return (
    <>
      <Button icon="calendar" onPointerEnter={prepare} onFocus={prepare} onClick={() => open({})}>
        <span className="calendar-button__words">{children}</span>
      </Button>
      {dialog}
    </>
  )
}
