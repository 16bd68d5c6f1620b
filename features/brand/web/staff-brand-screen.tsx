import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SettingsTabs } from '#features/staff/web/settings-tabs.tsx'
import { later } from '#kit/web/later.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Card } from '#kit/web/ui/card.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import './staff-brand.css'
import { staffBrand } from './staff-queries.ts'
import { staffBrandText } from './staff-text.ts'

const parts = { when: 'drawn', meanwhile: BlockSkeleton } as const
const LookForm = later(() => import('./look-form.tsx').then(module => module.LookForm), parts)
const BrandImages = later(() => import('./brand-images.tsx').then(module => module.BrandImages), parts)
const WidgetForm = later(() => import('./widget-form.tsx').then(module => module.WidgetForm), parts)
const TimesForm = later(() => import('./times-form.tsx').then(module => module.TimesForm), parts)

/** How the laboratory shows itself, for its administrators. */
export function StaffBrandScreen(): ReactNode {
  const t = useText(staffBrandText)
  useTitle(t.title)
  const query = useQuery(staffBrand)
  return (
    <div className="stack">
      <div className="stack stack--sm">
        <PageHead title={t.title} description={t.description} />
        <SettingsTabs />
      </div>
      {query.data ? (
        <>
          <LookForm there={query.data} />
          <BrandImages there={query.data} />
          <WidgetForm there={query.data} />
          <TimesForm there={query.data} />
        </>
      ) : query.error ? (
        <Card flush>
          <QueryFailure title={t.failed} query={query} />
        </Card>
      ) : (
        <BlockSkeleton />
      )}
    </div>
  )
}
