/** A statement that reads the key of every file in the storage, in an order that stays. */
export const EVERY_KEY = 'SELECT DISTINCT key FROM image_files ORDER BY key';
