import { Suspense } from 'react'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import type { ShadeChooserProps } from './shade-chooser.tsx'
import { usePrescriptionParts } from './use-parts.ts'

/** A shade typed as it comes ("a3,5"), or picked from both VITA guides. */
export function ShadePicker(props: ShadeChooserProps) {
  return (
    <Suspense fallback={<Skeleton shape="block" />}>
      <Chooser {...props} />
    </Suspense>
  )
}

function Chooser(props: ShadeChooserProps) {
  const { ShadeChooser } = usePrescriptionParts()
  return <ShadeChooser {...props} />
}
