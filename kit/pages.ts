/** Rows of a page, wherever a list is read page by page. */
export const pageSize = 25

/** The last page that can be asked for: to each of them the database walks over all rows before it. */
export const mostPages = 9_999
