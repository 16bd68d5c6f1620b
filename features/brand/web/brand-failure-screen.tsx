import { kitText } from '#kit/web/kit-text.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { useTitle } from '#kit/web/title.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { FullScreenMessage } from '#kit/web/ui/full-screen-message.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Brand } from '../contract.ts'
import { en } from '../text/failure-en.ts'
import { fr } from '../text/failure-fr.ts'
import { BrandMark } from './brand-mark.tsx'
import type { BrandFailure } from './fetch-brand.ts'
import { phoneAddress } from './phone.tsx'

/** Bundled with this rare screen: separate text files would be listed by every page. */
const words = { fr, en }

/** Replaces the whole portal: the laboratory is unknown, wrongly configured, or out of reach. */
export function BrandFailureScreen({ brand, failure }: { brand: Brand | null; failure: BrandFailure }) {
  const t = words[useLanguage()]
  const kit = useText(kitText)
  const { title, description } =
    failure === 'not_configured' ? t.notConfigured : failure === 'wrongly_configured' ? t.wronglyConfigured : kit.error
  useTitle(title)
  return (
    <FullScreenMessage
      icon={failure === 'unavailable' ? 'offline' : 'warning'}
      brand={brand && <BrandMark name={brand.companyName} logo={brand.companyLogo} size="lg" />}
      title={title}
      description={description}
      action={
        <>
          {failure === 'unavailable' && (
            <Button icon="refresh" onClick={() => location.reload()}>
              {kit.error.retry}
            </Button>
          )}
          {brand && (
            <a className={buttonClass({ variant: 'bare' })} href={phoneAddress(brand.clientServicePhone)}>
              <Icon name="phone" />
              {brand.clientServicePhone}
            </a>
          )}
        </>
      }
    />
  )
}
