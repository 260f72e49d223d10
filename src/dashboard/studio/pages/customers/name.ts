import type { Customer } from './calls.js';

export const nameOf = ({ firstName, lastName, email, externalId }: Customer): string =>
  [firstName, lastName].filter(Boolean).join(' ') || (email ?? externalId);
