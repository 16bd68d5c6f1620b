import { Suspense } from 'react'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import type { ToothChooserProps } from './tooth-chooser.tsx'
import { usePrescriptionParts } from './use-parts.ts'

/** The dentist's view of the mouth, and a field for those who know the numbers by heart. */
export function ToothChart(props: ToothChooserProps) {
  return (
    <Suspense fallback={<Skeleton shape="block" />}>
      <Chooser {...props} />
    </Suspense>
  )
}

function Chooser(props: ToothChooserProps) {
  const { ToothChooser } = usePrescriptionParts()
  return <ToothChooser {...props} />
}
