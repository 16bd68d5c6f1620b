import type { QueryClient } from '@tanstack/react-query'
import { absencesText } from '#features/absences/web/text.ts'
import { ridesText } from '#features/rides/web/text.ts'
import { loadText } from '#kit/web/text.tsx'

// Dialogs of other screens, opened from any screen, with the data and texts that their own screens would have loaded.

export async function loadAbsenceDialog() {
  const [{ AbsenceDialogs }] = await Promise.all([
    import('#features/absences/web/absence-dialogs.tsx'),
    loadText(absencesText),
  ])
  return AbsenceDialogs
}

export async function loadRideDialog(queries: QueryClient) {
  const [{ RideDialogs }] = await Promise.all([
    import('#features/rides/web/ride-dialogs.tsx'),
    import('#features/rides/web/queries.ts').then(({ rideList }) => queries.ensureQueryData(rideList)),
    loadText(ridesText),
  ])
  return RideDialogs
}

export async function loadSuppliesDialog() {
  const { SuppliesDialog, loadSuppliesText } = await import('#features/supplies/web/supplies-dialog.tsx')
  await loadSuppliesText()
  return SuppliesDialog
}
