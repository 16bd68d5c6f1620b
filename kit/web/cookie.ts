/**
 * Choices of this browser: language, theme and the sidebar's state, which the server needs before it writes the page, and whether
 * single-key shortcuts are on. Not through the Cookie Store API, which is missing where the portal is served over plain HTTP.
 */
export function setCookie(name: 'language' | 'theme' | 'sidebar' | 'single_keys', value: string, days: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  Object.assign(document, { cookie: `${name}=${value}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}` })
}
