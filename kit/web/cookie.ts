/**
 * Choices of this browser: language, theme and the sidebar's state, which the server must know before it writes the page,
 * and whether keys on their own are shortcuts. Not through the Cookie Store API, which is missing where the portal is served
 * over plain HTTP.
 */
export function setCookie(name: 'language' | 'theme' | 'sidebar' | 'single_keys', value: string, days: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  Object.assign(document, { cookie: `${name}=${value}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}` })
}
