/** A text of a definition. The API document does not say that these fields are texts. */
export const textOf = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise);
