import { type ChangeEvent, useRef } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { mostImageBytes } from '../input.ts'
import { type StaffBrand, staffBrandCalls } from '../staff-contract.ts'
import { staffBrandText } from './staff-text.ts'

export function BrandImages({ there }: { there: StaffBrand }) {
  const { images: t } = useText(staffBrandText)
  return (
    <Card title={t.title}>
      <div className="stack">
        <p className="muted">{t.hint}</p>
        <BrandImage purpose="logo" address={there.logo} />
        <BrandImage purpose="favicon" address={there.favicon} />
      </div>
    </Card>
  )
}

const calls = {
  logo: { set: staffBrandCalls.setLogo, remove: staffBrandCalls.removeLogo },
  favicon: { set: staffBrandCalls.setFavicon, remove: staffBrandCalls.removeFavicon },
} as const

class TooLarge extends Error {}

function BrandImage({ purpose, address }: { purpose: 'logo' | 'favicon'; address: string | null }) {
  const { images: t } = useText(staffBrandText)
  const sentence = useProblemText()
  const changed = useChanged()
  const input = useRef<HTMLInputElement>(null)
  const { run, isPending, error } = useAttempt(async (file: File | null) => {
    if (file && file.size > mostImageBytes) throw new TooLarge()
    if (file) await call(calls[purpose].set, { bytes: file })
    else await call(calls[purpose].remove)
    toast({ title: file ? t.saved[purpose] : t.removed[purpose] })
    void changed('brand')
  })
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    if (file) void run(file)
    // Reset, so that the same file can be chosen again.
    currentTarget.value = ''
  }
  return (
    <div className="stack stack--sm">
      <h3>{t[purpose]}</h3>
      {address ? (
        <p>
          <img className="staff-brand__image" src={address} alt={t[purpose]} />
        </p>
      ) : (
        <p className="muted">{purpose === 'logo' ? t.none : t.noIcon}</p>
      )}
      <div className="row">
        <input
          ref={input}
          type="file"
          hidden
          accept=".png,.jpg,.jpeg,.webp"
          aria-label={t.choose[purpose]}
          onChange={choose}
        />
        <Button pending={isPending} onClick={() => input.current?.click()}>
          {t.choose[purpose]}
        </Button>
        {address && <Button onClick={() => void run(null)}>{t.remove[purpose]}</Button>}
      </div>
      {error !== undefined && (
        <Notice tone="late" live title={t.failed}>
          {error instanceof TooLarge ? t.tooLarge : sentence(error, t.refusals)}
        </Notice>
      )}
    </div>
  )
}
