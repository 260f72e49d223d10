import { conflict, type DomainError } from '#libs/kernel';
import type { RetailerStatus } from './retailer.entity.js';

/** The refusal (409) of what an installed store is needed for. */
export const notUsable = (status: RetailerStatus): DomainError =>
  status === 'needs_reauth'
    ? conflict('needs_reauth', 'The store takes our token no more: the merchant has to install the app again.')
    : conflict('not_installed', 'The app is not installed in the store.');
