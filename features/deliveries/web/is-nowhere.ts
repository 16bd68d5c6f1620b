/** Whether what is typed reaches no field, button or link. */
export function isNowhere(): boolean {
  const { activeElement, body } = document
  return !activeElement || activeElement === body || activeElement.id === 'main'
}
