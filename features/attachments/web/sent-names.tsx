import { useQuery } from '@tanstack/react-query'
import { withoutPatient } from '../scan-rules.ts'
import { filesOf } from './queries.ts'

type SentProps = { draftId: string; patient: string; code: string; none: string }

/** The draft's files with the names they will have in the case, which contain the patient's code. */
export function SentNames({ draftId, patient, code, none }: SentProps) {
  const files = useQuery(filesOf({ draftId })).data?.data ?? []
  return files.length > 0 ? files.map(({ name }) => withoutPatient(name, patient, code)).join(', ') : none
}
