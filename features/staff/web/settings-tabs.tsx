import { type AnyRoute, useMatches, useRouter } from '@tanstack/react-router'
import { useLanguage } from '#kit/web/text.tsx'
import { TabLink, Tabs } from '#kit/web/ui/tabs.tsx'

const names = { fr: 'Réglages', en: 'Settings' }

/** What an administrator sets, each on a screen of the feature that it serves: the routes say so, in their order. */
export function SettingsTabs() {
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
