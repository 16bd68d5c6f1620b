import { useLanguage } from '#kit/web/text.tsx'
import { TabLink, Tabs } from '#kit/web/ui/tabs.tsx'

/** What an administrator sets, each on a screen of the feature that it serves. In both languages here, as menus are. */
const places = [
  { to: '/staff/settings/catalogue', label: { fr: 'Catalogue', en: 'Catalogue' } },
  { to: '/staff/settings/prices', label: { fr: 'Tarifs', en: 'Prices' } },
  { to: '/staff/settings/calendar', label: { fr: 'Calendrier', en: 'Calendar' } },
  { to: '/staff/settings/capacity', label: { fr: 'Capacité', en: 'Capacity' } },
  { to: '/staff/settings/brand', label: { fr: 'Image', en: 'Brand' } },
  { to: '/staff/settings/supplies', label: { fr: 'Fournitures', en: 'Supplies' } },
  { to: '/staff/settings/mails', label: { fr: 'E‑mails', en: 'E‑mails' } },
  { to: '/staff/settings/import', label: { fr: 'Import', en: 'Import' } },
] as const

const names = { fr: 'Réglages', en: 'Settings' }

export function SettingsTabs({ here }: { here: (typeof places)[number]['to'] }) {
  const language = useLanguage()
  return (
    <Tabs label={names[language]}>
      {places.map(({ to, label }) => (
        <TabLink key={to} to={to} selected={to === here}>
          {label[language]}
        </TabLink>
      ))}
    </Tabs>
  )
}
