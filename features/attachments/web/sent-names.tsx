import { useQuery } from '@tanstack/react-query'
import { withoutPatient } from '../scan-rules.ts'
import { filesOf } from './queries.ts'

/** The files that go with the draft, as they will be called: by the patient's code. */
export function SentNames({ patient, code, none }: { patient: string; code: string; none: string }) {
  const files = useQuery(filesOf('draft')).data?.data ?? []
  return files.length > 0 ? files.map(({ name }) => withoutPatient(name, patient, code)).join(', ') : none
}
