import { type AnyRoute, useMatches, useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useLanguage } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { TabLink, Tabs } from '#kit/web/ui/tabs.tsx'

const names = { fr: 'Réglages', en: 'Settings' }

type SettingsHeadProps = ComponentProps<typeof PageHead> & { title: string }

/** What an administrator sets, each on a screen of the feature that it serves: its name, and the way to the others. */
export function SettingsHead(head: SettingsHeadProps) {
  useTitle(head.title)
  return (
    <div className="stack stack--sm">
      <PageHead {...head} />
      <SettingsTabs />
    </div>
  )
}

/** The routes say which they are, in their order. */
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
