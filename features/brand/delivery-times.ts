import type { DeliveryTimeInformation, DeliveryTimes } from './rules.ts'

/** In the reader's language, else the laboratory's default, else any; with the language found. */
export function deliveryTimesIn(
  { content, defaultLanguage }: DeliveryTimeInformation,
  wanted: string,
): (DeliveryTimes & { language: string }) | null {
  const language = [wanted, defaultLanguage, ...Object.keys(content)].find(language => Object.hasOwn(content, language))
  const times = language === undefined ? undefined : content[language]
  return language !== undefined && times ? { ...times, language } : null
}
