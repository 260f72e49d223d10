import { DomainError, type InputError } from '#libs/kernel';
import type { BrandSender } from '../../retailers/brand-kit.js';

/** What a brand has to say of itself before customers get its emails: the law wants to know who writes, and from where. */
const REQUIRED = {
  email: 'the address that its emails come from',
  postalAddress: 'the postal address at the end of its emails',
} as const;

/** Pointers into the brand, as `PATCH /admin/brands/{id}` takes it. Empty where nothing is missing. */
export const missingOfSender = (sender: Partial<BrandSender>): InputError[] =>
  Object.entries(REQUIRED).flatMap(([key, what]) =>
    sender[key as keyof typeof REQUIRED]?.trim() ? [] : [{ pointer: `/sender/${key}`, detail: `is missing: ${what}` }],
  );

/** 422. */
export const senderIncomplete = (missing: readonly InputError[]): DomainError => {
  const names = missing.map(({ pointer }) => pointer.slice(1).replace('/', '.')).join(' and ');
  const detail = `The brand has no ${names}; no customer is emailed without. Set it with PATCH /admin/brands/{id}.`;
  return new DomainError(422, 'sender_incomplete', detail, { errors: missing });
};
