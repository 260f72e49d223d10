/**
 * The subject of a user whom the platform did not name. Every unnamed user of a store has this subject, so it may stand
 * for the same person as any named one.
 */
export const UNNAMED_USER = 'installer';
