import { FAMILIES } from './index.js';

/** What a request may ask for. */
export const FAMILY_NAMES: readonly string[] = FAMILIES.map(({ name }) => name);
