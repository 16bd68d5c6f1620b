import { type BrandColor, type BrandColors, themeOf } from '#kit/theme.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { staffBrandText } from './staff-text.ts'

type ColorCorrectionsProps = { look: BrandColors; onTake: (key: BrandColor, used: string) => void }

/** Lists the colours with insufficient contrast, their ratios, and the replacements. */
export function ColorCorrections({ look, onTake }: ColorCorrectionsProps) {
  const { colors: t } = useText(staffBrandText)
  const { corrections } = themeOf(look)
  const ratio = (value: number) => `${(Math.floor(value * 10) / 10).toFixed(1)}:1`
  if (corrections.length === 0) return <Notice tone="ok">{t.fine}</Notice>
  return (
    <Notice tone="warn" title={t.corrected}>
      <ul className="stack stack--sm">
        {corrections.map(({ key, used, contrast, required }) => (
          <li key={key}>
            {t.line(t.names[key], ratio(contrast), ratio(required))} {t.used(used)}{' '}
            <Button size="sm" onClick={() => onTake(key, used)}>
              {t.take(used)}
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
