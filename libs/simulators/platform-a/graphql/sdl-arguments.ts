/** Arguments that every connection takes. */
export const PAGE = 'first: Int, after: String, last: Int, before: String, reverse: Boolean = false';

/** Arguments of the lists at the root. */
export const LIST = `${PAGE}, query: String, savedSearchId: ID`;
