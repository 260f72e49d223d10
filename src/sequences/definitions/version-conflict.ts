import { conflict } from '#libs/kernel';

/** Somebody has looked at another version of the sequence than the stored one, which may not exist. */
export const versionConflict = (id: string, basedOn: number, stored: number | undefined) =>
  conflict(
    'sequence_version_conflict',
    stored === undefined
      ? `The sequence "${id}" does not exist; a new sequence has version 0 until it is saved.`
      : `The sequence "${id}" has version ${stored} now, and not version ${basedOn}.`,
  );
