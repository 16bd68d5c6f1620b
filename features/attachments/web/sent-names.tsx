import { useQuery } from '@tanstack/react-query'
import { withoutPatient } from '../scan-rules.ts'
import { filesOf } from './queries.ts'

type SentProps = { draftId: string; patient: string; code: string; none: string }

/** The files that go with the draft, as they will be called: by the patient's code. */
export function SentNames({ draftId, patient, code, none }: SentProps) {
  const files = useQuery(filesOf({ draftId })).data?.data ?? []
  return files.length > 0 ? files.map(({ name }) => withoutPatient(name, patient, code)).join(', ') : none
}
