import { fixedForms, type ProblemForm, type ProblemParts, problemPartsOf } from '#libs/kernel';

/** The problems of deliveries by code, as they are stored. */
export const DELIVERY_PROBLEMS = {
  store_not_installed: 'the store is not installed',
  merge_failed: 'the store could not merge the customers',
  another_store: 'the body belongs to another store than the header names',
  seen_elsewhere: 'the same bytes arrived for another store before',
  another_topic: 'the body is of another kind than the topic in the header',
  order_unread: 'the edited order could not be read from the store',
  no_such_order: 'the store shows no such order',
  reinstalled: 'the app was installed again after the order was read',
  reading_order: 'a job reads the edited order from the store',
  too_old: 'the delivery is older than the present installation',
  still_installed: 'the store still accepts our token, so the app is not uninstalled',
  checking_token: 'a job checks whether the store still accepts our token',
  nothing_named: 'the body names no order and no subscriber',
} as const;

export const unknownTopic = (topic: string): string => `this version does not know the topic ${topic}`;

const FORMS: readonly ProblemForm[] = [
  ...fixedForms(DELIVERY_PROBLEMS),
  ['unknown_topic', /^this version does not know the topic (?<topic>.+)$/],
  ['not_json', /^body: is not JSON(?: object)?$/],
  ['unusable_field', /^(?<field>[a-z][\w.[\]]*): (?:is missing|has no .+|lacks .+|came back without .+)$/],
];

/** The problem in parts; null where it has none, or is an error without a code. */
export const deliveryProblemParts = (problem: string | null): ProblemParts | null =>
  (problem === null ? undefined : problemPartsOf(FORMS, problem)) ?? null;
