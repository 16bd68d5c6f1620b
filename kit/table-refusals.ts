/** Why a file is not a table, or too large a one. */
export const tableRefusals = {
  file_unreadable: 422,
  file_empty: 422,
  file_too_large: 413,
  too_many_lines: 422,
} as const
