/**
 * The subject of a user without a name from the platform. Every unnamed user of a store has this subject, so it may
 * stand for the same person as any named one.
 */
export const UNNAMED_USER = 'installer';
