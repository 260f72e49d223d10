import { conflict, type DomainError } from '#libs/kernel';
import type { RetailerStatus } from './retailer.entity.js';

/** The refusal (409) of an operation that needs an installed store. */
export const notUsable = (status: RetailerStatus): DomainError =>
  status === 'needs_reauth'
    ? conflict('needs_reauth', 'The store no longer accepts our token: the merchant has to install the app again.')
    : conflict('not_installed', 'The app is not installed in the store.');
