/** What the portal tells the widget: no other user data leaves the page. */
export type FeedbackUser = { name: string; email: string; id: string; language: string }
export type ToWidget =
  | ({ type: 'feedback:user' } & FeedbackUser)
  | { type: 'feedback:open' | 'feedback:sent' }
  | { type: 'feedback:failed'; reason: string }

type FromWidget =
  | { type: 'feedback:ready' | 'feedback:close' }
  | { type: 'feedback:size'; height: number }
  | { type: 'feedback:send'; body: string }

/**
 * The widget is third-party code in a sandbox: its origin reads "null", and a message counts only when it comes from that
 * very frame and is exactly one of four.
 */
export function readFromWidget(event: MessageEvent<unknown>, frame: Window | null | undefined): FromWidget | null {
  if (!frame || event.source !== frame || event.origin !== 'null') return null
  const { type, height, body } = Object(event.data) as Record<string, unknown>
  if (type === 'feedback:ready' || type === 'feedback:close') return { type }
  if (type === 'feedback:send') return typeof body === 'string' ? { type, body } : null
  return type === 'feedback:size' && typeof height === 'number' && Number.isFinite(height) ? { type, height } : null
}
