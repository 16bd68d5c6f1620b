import { type ReactNode, Suspense } from 'react'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { usePrescriptionParts } from './prescription-queries.ts'

export type ToothChartProps = {
  label: ReactNode
  /** "(facultatif)" beside the label. */
  mark?: ReactNode
  value: readonly number[]
  onChange: (teeth: number[]) => void
  /** `run`: the unbroken run of a bridge. */
  mode: 'many' | 'run'
  pontics?: readonly number[] | undefined
  /** Asks for the teeth that hang, once there is a run. */
  onPonticsChange?: ((teeth: number[]) => void) | undefined
  isDeciduousOffered?: boolean | undefined
  error?: ReactNode
  hint?: ReactNode
  /** Of the field of numbers, where a summary of errors leads to. */
  id?: string | undefined
}

/** The dentist's view of the mouth, and a field for those who know the numbers by heart. */
export function ToothChart(props: ToothChartProps) {
  return (
    <Suspense fallback={<Skeleton shape="block" />}>
      <Chooser {...props} />
    </Suspense>
  )
}

function Chooser(props: ToothChartProps) {
  const { ToothChooser } = usePrescriptionParts()
  return <ToothChooser {...props} />
}
