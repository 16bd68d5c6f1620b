import type { CaseRow } from '../contract.ts'

/** "P-0412 · Zoé Martin", each in its own direction: a name may be in any writing. */
export function PatientWords({ row: { patient, patientCode } }: { row: Pick<CaseRow, 'patient' | 'patientCode'> }) {
  // In a row, which remembers itself.
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
