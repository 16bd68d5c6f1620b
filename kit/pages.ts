/** Rows per page in every paged list. */
export const pageSize = 25

/** The last page that can be asked for: for each page the database walks over all rows before it. */
export const mostPages = 9_999
