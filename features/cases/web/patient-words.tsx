import type { CaseRow } from '../contract.ts'

/** "P-0412 · Zoé Martin", each part with its own text direction, since a name may be in any script. */
export function PatientWords({ row: { patient, patientCode } }: { row: Pick<CaseRow, 'patient' | 'patientCode'> }) {
  // Table rows are memoised as a whole.
  'use no memo'
  return (
    <>
      <bdi>{patientCode}</bdi>
      {patient && (
        <>
          {' · '}
          <bdi>{patient}</bdi>
        </>
      )}
    </>
  )
}
