/** Whether a key press reaches no field, button or link, on a page visible to its user (auth/web/awaited.tsx). */
export function isNowhere(): boolean {
  const { activeElement, body } = document
  const isSeen = getComputedStyle(body).visibility === 'visible'
  return isSeen && (!activeElement || activeElement === body || activeElement.id === 'main')
}
