import { type ReactNode, Suspense } from 'react'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { usePrescriptionParts } from './prescription-queries.ts'

export type ShadePickerProps = {
  label: string
  /** As the guides write it ("A3.5"), or another guide's own words. */
  value?: string | undefined
  /** Nothing where the field is empty. */
  onChange: (shade: string | undefined) => void
  error?: ReactNode
  hint?: ReactNode
  isOptional?: boolean | undefined
  id?: string | undefined
}

/** A shade typed as it comes ("a3,5"), or picked from both VITA guides. */
export function ShadePicker(props: ShadePickerProps) {
  return (
    <Suspense fallback={<Skeleton shape="block" />}>
      <Chooser {...props} />
    </Suspense>
  )
}

function Chooser(props: ShadePickerProps) {
  const { ShadeChooser } = usePrescriptionParts()
  return <ShadeChooser {...props} />
}
