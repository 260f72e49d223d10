import type { Counts } from '../personal-data/personal-data.service.js';

/** The search after an erasure or a purge found rows. The message names tables and columns, never values. */
export class LeftBehind extends Error {
  constructor(readonly found: Counts) {
    const where = Object.entries(found).map(([place, rows]) => `${place} (${rows})`);
    super(`still found in ${where.join(', ')}`);
    this.name = 'LeftBehind';
  }
}
