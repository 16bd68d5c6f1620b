export const fr = 'Remplissez tous les champs, sauf mention «\u00a0facultatif\u00a0».'
