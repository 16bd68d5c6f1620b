/** The path of the portal's own widget. */
export const ownWidgetPath = '/feedback-widget.js'
