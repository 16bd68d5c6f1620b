import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import '#kit/web/ui/base.css'
import './kit-page.css'
import { type Language, languages } from '#kit/language.ts'
import { type BrandColors, neutralColors, themeCss, themeOf } from '#kit/theme.ts'
import { TimeZoneProvider } from '#kit/web/format.tsx'
import { planLaterParts } from '#kit/web/later.tsx'
import { LanguageProvider, switchLanguage } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Toasts } from '#kit/web/ui/toasts.tsx'
import { ChoosingSamples } from './kit-choosing.tsx'
import { ControlSamples } from './kit-controls.tsx'
import { DataSamples } from './kit-data.tsx'
import { PrescriptionSamples } from './kit-prescription.tsx'
import { CasesSample, MessageSample, type Say, SignSample } from './kit-screens.tsx'

const brands: Record<string, BrandColors> = {
  email: {
    primary: '#006d6b',
    primaryForeground: '#ffffff',
    secondary: '#e4f2f1',
    secondaryForeground: '#05494a',
    cardForeground: '#101c22',
    ring: '#0e9a99',
    border: '#dbe2e4',
  },
  ivoire: {
    primary: '#7a2e3a',
    primaryForeground: '#fff8ef',
    secondary: '#f6ece2',
    secondaryForeground: '#5b2430',
    cardForeground: '#2a1d1c',
    ring: '#b0656f',
    border: '#e7ddd3',
  },
  // Everything a brand can get wrong: nothing is legible on anything.
  awkward: {
    primary: '#ffd400',
    primaryForeground: '#ffffff',
    secondary: '#ff6600',
    secondaryForeground: '#ffffff',
    cardForeground: '#9a9a9a',
    ring: '#ffee00',
    border: '#f4f4f4',
  },
  neutral: neutralColors,
}

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const asked = new URLSearchParams(location.search)
const sheet = document.head.appendChild(document.createElement('style'))

function KitPage() {
  const [lang, setLang] = useState<Language>(asked.get('lang') === 'en' ? 'en' : 'fr')
  const [theme, setTheme] = useState(asked.get('theme') ?? 'system')
  const [brand, setBrand] = useState(asked.get('brand') ?? 'email')
  const colors = brands[brand] ?? neutralColors
  const say: Say = (fr, en) => (lang === 'fr' ? fr : en)
  useLayoutEffect(() => {
    sheet.textContent = themeCss(colors)
    document.documentElement.lang = lang
    void switchLanguage(lang)
    document.documentElement.dataset.theme = theme
  }, [colors, lang, theme])

  const screens = {
    cases: <CasesSample say={say} />,
    sign: <SignSample say={say} lang={lang} onLang={code => setLang(code === 'en' ? 'en' : 'fr')} />,
    message: <MessageSample say={say} />,
    prescription: <PrescriptionSamples say={say} />,
  }
  const screen = Object.entries(screens).find(([name]) => name === asked.get('screen'))?.[1]
  const choice = (label: string, pressed: boolean, choose: () => void) => (
    <Button key={label} size="sm" variant={pressed ? 'primary' : 'secondary'} aria-pressed={pressed} onClick={choose}>
      {label}
    </Button>
  )
  return (
    <>
      {screen ?? (
        <main className="kit stack" id="main">
          <header className="row">
            <h1>Kit</h1>
            {languages.map(code => choice(code, code === lang, () => setLang(code)))}
            {['system', 'light', 'dark'].map(name => choice(name, name === theme, () => setTheme(name)))}
            {Object.keys(brands).map(name => choice(name, name === brand, () => setBrand(name)))}
            {Object.keys(screens).map(name => (
              <a key={name} className="link" href={`?screen=${name}&brand=${brand}&theme=${theme}&lang=${lang}`}>
                {name}
              </a>
            ))}
          </header>
          <p className="muted small">
            {themeOf(colors).corrections.map(({ key, chosen, used }) => `${key} ${chosen} → ${used}; `)}
          </p>
          <ControlSamples say={say} />
          <ChoosingSamples say={say} />
          <DataSamples say={say} />
        </main>
      )}
      <Toasts label={say('Notifications', 'Notifications')} dismissLabel={say('Fermer', 'Dismiss')} />
    </>
  )
}

const root = document.getElementById('root')
if (root) {
  planLaterParts()
  createRoot(root).render(
    <LanguageProvider>
      <TimeZoneProvider zone="Europe/Paris">
        <RouterContextProvider router={router}>
          <KitPage />
        </RouterContextProvider>
      </TimeZoneProvider>
    </LanguageProvider>,
  )
}
