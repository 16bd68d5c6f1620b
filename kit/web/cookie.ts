/**
 * Choices of the interface that the server must know before it writes the page: the language, the sidebar's state. Not
 * through the Cookie Store API, which is missing where the portal is served over plain HTTP.
 */
export function setCookie(name: 'language' | 'sidebar', value: string, days: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  Object.assign(document, { cookie: `${name}=${value}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}` })
}
