/** Where the widget stands that comes with the portal. */
export const ownWidgetPath = '/feedback-widget.js'
