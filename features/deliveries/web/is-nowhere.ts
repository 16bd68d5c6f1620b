/** Whether what is typed reaches no field, button or link, on a page that whoever types sees (auth/web/awaited.tsx). */
export function isNowhere(): boolean {
  const { activeElement, body } = document
  const isSeen = getComputedStyle(body).visibility === 'visible'
  return isSeen && (!activeElement || activeElement === body || activeElement.id === 'main')
}
