import { type ProblemForm, type ProblemParts, problemPartsOf } from '#libs/kernel';

export const WEBHOOK_PROBLEM_CODES = ['scope_missing', 'refused', 'blocked'] as const;
export type WebhookProblemCode = (typeof WEBHOOK_PROBLEM_CODES)[number];

export type WebhookProblemParts = ProblemParts<WebhookProblemCode>;

/** The problem of a topic whose scope is not asked for at the install. The app works without it. */
export const topicWithoutScope = (topic: string, scope: string): string =>
  `${topic}: the scope ${scope} is not granted, and the app works without it`;

/** The problem of a topic that the platform refuses, with the platform's reason if it gave one. */
export const topicRefused = (topic: string, reason = 'no reason was given'): string => `${topic}: ${reason}`;

/** The platform delivers nothing to the host for some time, because too many deliveries to it failed. */
export const hostBlocked = (host: string): string => `the platform blocks deliveries to ${host} at the moment`;

const FORMS: readonly ProblemForm<WebhookProblemCode>[] = [
  ['scope_missing', /^(?<topic>\S+): the scope (?<scope>\S*) is not granted, and the app works without it$/],
  ['blocked', /^the platform blocks deliveries to (?<host>\S+) at the moment$/],
  ['refused', /^(?<topic>\S+): (?:no reason was given|(?<reason>.+))$/s],
];

/** Reads a problem as it is stored. */
export const partsOf = (problem: string): WebhookProblemParts =>
  problemPartsOf(FORMS, problem) ?? { code: 'refused', values: { reason: problem } };
