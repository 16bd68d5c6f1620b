import { type CSSProperties, useState } from 'react'
import { type BrandColors, themeOf } from '#kit/theme.ts'
import { useText } from '#kit/web/text.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { BrandMark } from './brand-mark.tsx'
import { staffBrandText } from './staff-text.ts'

type BrandPreviewProps = { look: BrandColors & { companyName: string }; logo: string | null }

/** A preview of the portal in these colours, drawn with its own components; not interactive. */
export function BrandPreview({ look, logo }: BrandPreviewProps) {
  const { preview: t } = useText(staffBrandText)
  const [isDark, setDark] = useState(false)
  const theme = themeOf(look)
  const style = variablesOf(isDark ? theme.dark : theme.light)
  return (
    <Card title={t.title}>
      <div className="stack">
        <Checkbox label={t.dark} checked={isDark} onChange={event => setDark(event.currentTarget.checked)} />
        <div className="brand-previews">
          {(['desktop', 'phone'] as const).map(size => (
            <figure key={size} className={`brand-preview brand-preview--${size}`}>
              <figcaption className="muted small">{t[size]}</figcaption>
              <div className="brand-preview__screen" style={style} inert data-preview={size}>
                <div className="brand-preview__side">
                  <BrandMark name={look.companyName} logo={logo} />
                  {size === 'desktop' && (
                    <>
                      <span className="brand-preview__entry brand-preview__entry--here">{t.cases}</span>
                      <span className="brand-preview__entry">{t.pickups}</span>
                      <span className="brand-preview__entry">{t.invoices}</span>
                    </>
                  )}
                </div>
                <div className="brand-preview__main">
                  <div className="brand-preview__head">
                    <span className="strong">{t.cases}</span>
                    <span className={buttonClass({ variant: 'primary', size: 'sm' })}>{t.order}</span>
                  </div>
                  <div className="brand-preview__card">
                    <span className="brand-preview__link">{t.one}</span>
                    <Pill tone="brand" icon="gear">
                      {t.state}
                    </Pill>
                  </div>
                  <div className="brand-preview__card">
                    <span className="brand-preview__link">{t.two}</span>
                    <Pill icon="check">{t.done}</Pill>
                  </div>
                </div>
              </div>
            </figure>
          ))}
        </div>
      </div>
    </Card>
  )
}

const variablesOf = (palette: object): CSSProperties =>
  Object.fromEntries(
    Object.entries(palette).map(([key, color]) => [
      `--${key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`,
      color,
    ]),
  )
