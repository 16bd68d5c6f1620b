/** Tables of the product that carry no brand_id, and why; the catalogue test knows no others. */
export const tablesWithoutLaboratory: Readonly<Record<string, string>> = {
  brands: 'It is the laboratory: its id is what brand_id refers to, and its policy compares that.',
}
