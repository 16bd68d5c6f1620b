import type { Language } from '#kit/language.ts'
import { Problem } from '#kit/problem.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { formatSize, typeOfName } from '../rules.ts'
import { attachmentsText } from './text.ts'
import type { Sending, Uploads } from './uploads.ts'

type Props = { sending: readonly Sending[] /** Maximum bytes of a file. */; limit: number; uploads: Uploads }

/** One line for each file that has not arrived yet, with the reason. */
export function SendingList({ sending, limit, uploads }: Props) {
  const t = useText(attachmentsText)
  const language = useLanguage()
  if (sending.length === 0) return null
  return (
    <ul className="file-list" aria-label={t.sending.label}>
      {sending.map(one => (
        <li key={one.key} className="file-list__file">
          <Icon name={iconOf(one)} />
          <div className="file-list__words">
            <span className="file-list__name strong">{one.name}</span>
            <span className="muted small">{sizeOf(one, limit, language)}</span>
            <Condition one={one} limit={limit} />
          </div>
          {one.state === 'failed' && (
            <Button size="sm" aria-label={t.sending.retryNamed(one.name)} onClick={() => uploads.retry(one.key)}>
              {t.sending.retry}
            </Button>
          )}
          {one.state === 'scan_too_large' && (
            <Button size="sm" variant="primary" onClick={() => void uploads.compress(one.key)}>
              {t.sending.compress}
            </Button>
          )}
          <IconButton
            icon="close"
            label={one.failure ? t.sending.dismiss(one.name) : t.sending.cancel(one.name)}
            onClick={() => uploads.cancel(one.key)}
          />
        </li>
      ))}
    </ul>
  )
}

const iconOf = ({ failure }: Sending) => (failure === 'already_there' ? 'check' : failure ? 'warning' : 'document')

const sizeOf = ({ size }: Sending, limit: number, language: Language) =>
  formatSize(size, language, size > limit ? 'up' : 'near')

function Condition({ one, limit }: { one: Sending; limit: number }) {
  const t = useText(attachmentsText)
  const language = useLanguage()
  const sentence = useProblemText()
  const { state, failure, progress, name, leftOut } = one
  const size = sizeOf(one, limit, language)
  const most = formatSize(limit, language, 'whole')
  if (failure instanceof Problem) return <p className="small tone--late">{sentence(failure, t.refusals)}</p>
  if (failure === 'left_out') return <p className="small">{t.sending.leftOut(leftOut?.join(', ') ?? '')}</p>
  if (failure === 'already_there') return <p className="small">{t.sending.alreadyThere}</p>
  if (failure === 'empty') return <p className="small tone--late">{t.sending.empty}</p>
  if (failure === 'too_large') return <p className="small tone--late">{t.tooLarge(size, most)}</p>
  if (failure === 'still_too_large') return <p className="small tone--late">{t.sending.stillTooLarge(size, most)}</p>
  if (failure) {
    return <p className="small tone--late">{failure === 'not_readable' ? t.sending.notReadable : t.archive[failure]}</p>
  }
  if (state === 'scan_too_large') {
    const colors = typeOfName(name) === 'stl' ? '' : ` ${t.sending.colorsLost}`
    return <p className="small">{`${t.sending.compressOffer(size, most)}${colors}`}</p>
  }
  if (state === 'sending') {
    return (
      <span className="file-list__progress">
        <progress value={progress} aria-label={name} />
        <span className="small num">{t.sending.progress(Math.round(progress * 100))}</span>
      </span>
    )
  }
  const words = {
    unpacking: t.sending.unpacking,
    waiting: t.sending.waiting,
    shrinking: t.sending.shrinking,
    compressing: t.sending.compressing,
  }
  return <span className="muted small">{state in words ? words[state as keyof typeof words] : ''}</span>
}
