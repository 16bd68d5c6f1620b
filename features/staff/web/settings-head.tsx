import { type AnyRoute, useMatches, useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useLanguage } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { TabLink, Tabs } from '#kit/web/ui/tabs.tsx'

const names = { fr: 'Réglages', en: 'Settings' }

type SettingsHeadProps = ComponentProps<typeof PageHead> & { title: string }

/** The heading of a settings screen, with tabs to the others. Each screen belongs to the feature it configures. */
export function SettingsHead(head: SettingsHeadProps) {
  useTitle(head.title)
  return (
    <div className="stack stack--sm">
      <PageHead {...head} />
      <SettingsTabs />
    </div>
  )
}

/** The tabs come from the routes, in their order. */
function SettingsTabs() {
  const language = useLanguage()
  const { routesById } = useRouter()
  const here = useMatches({ select: matches => matches.at(-1)?.fullPath })
  return (
    <Tabs label={names[language]}>
      {Object.values<AnyRoute>(routesById).map(({ fullPath, options: { staticData } }) => {
        const label = staticData?.setting
        return (
          label && (
            <TabLink key={fullPath} to={fullPath} selected={fullPath === here}>
              {label[language]}
            </TabLink>
          )
        )
      })}
    </Tabs>
  )
}
