import { useQuery } from '@tanstack/react-query'
import { useText } from '#kit/web/text.tsx'
import { hasRole } from '../rules.ts'
import { type OrderedJaws, rolesOfScans, scansThere } from '../scan-rules.ts'
import './files.css'
import { type FileTarget, filesOf } from './queries.ts'
import { attachmentsText } from './text.ts'

const parts = ['upper', 'lower', 'bite'] as const

/** "haut ✓ bas ✓ occlusion manquante": the scans the laboratory needs before it begins. Renders nothing without a scan. */
export function ScansThere({ target, jaws }: { target: FileTarget; jaws: OrderedJaws }) {
  const { there: t } = useText(attachmentsText)
  const files = useQuery(filesOf(target)).data?.data ?? []
  const scans = files.filter(({ type }) => hasRole(type))
  if (scans.length === 0) return null
  const there = scansThere([...rolesOfScans(scans, jaws).values()], jaws)
  return (
    <div className="scans-there">
      <span aria-hidden="true">{t.title}</span>
      <ul className="scans-there" aria-label={t.label}>
        {parts.map(part => (
          <li key={part} className={there[part] ? 'tone--ok' : 'tone--warn'}>
            {t[there[part] ? 'present' : 'missing'][part]}
          </li>
        ))}
      </ul>
    </div>
  )
}
