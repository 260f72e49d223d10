import { DomainError, type InputError } from '#libs/kernel';
import type { BrandSender } from '../../retailers/brand-kit.js';

/** What a brand needs before customers get its emails. The law requires the sender's address and postal address. */
const REQUIRED = {
  email: 'the address that its emails come from',
  postalAddress: 'the postal address at the end of its emails',
} as const;

/** Missing fields, with pointers into the body of `PATCH /admin/brands/{id}`. */
export const missingOfSender = (sender: Partial<BrandSender>): InputError[] =>
  Object.entries(REQUIRED).flatMap(([key, what]) =>
    sender[key as keyof typeof REQUIRED]?.trim() ? [] : [{ pointer: `/sender/${key}`, detail: `is missing: ${what}` }],
  );

export const senderIncomplete = (missing: readonly InputError[]): DomainError => {
  const names = missing.map(({ pointer }) => pointer.slice(1).replace('/', '.')).join(' and ');
  const detail = `The brand has no ${names}; no customer is emailed without. Set it with PATCH /admin/brands/{id}.`;
  return new DomainError(422, 'sender_incomplete', detail, { errors: missing });
};
