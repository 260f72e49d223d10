export const WEBHOOK_PROBLEM_CODES = ['scope_missing', 'refused', 'blocked'] as const;
export type WebhookProblemCode = (typeof WEBHOOK_PROBLEM_CODES)[number];

/** A problem in parts, for programs that say it in other words. */
export interface WebhookProblemParts {
  readonly code: WebhookProblemCode;
  readonly values: Readonly<Record<string, string>>;
}

/** The problem of a topic whose scope is not asked for at the install. The app works without it. */
export const topicWithoutScope = (topic: string, scope: string): string =>
  `${topic}: the scope ${scope} is not granted, and the app works without it`;

/** The problem of a topic that the platform refuses, with the platform's reason if it gave one. */
export const topicRefused = (topic: string, reason = 'no reason was given'): string => `${topic}: ${reason}`;

/** The platform delivers nothing to the host for some time, because too many deliveries to it failed. */
export const hostBlocked = (host: string): string => `the platform blocks deliveries to ${host} at the moment`;

const FORMS: readonly (readonly [WebhookProblemCode, RegExp])[] = [
  ['scope_missing', /^(?<topic>\S+): the scope (?<scope>\S*) is not granted, and the app works without it$/],
  ['blocked', /^the platform blocks deliveries to (?<host>\S+) at the moment$/],
  ['refused', /^(?<topic>\S+): (?:no reason was given|(?<reason>.+))$/s],
];

/** Reads a problem as it is stored. */
export function partsOf(problem: string): WebhookProblemParts {
  for (const [code, form] of FORMS) {
    const { groups } = form.exec(problem) ?? {};
    if (!groups) continue;
    const given = Object.entries(groups).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return { code, values: Object.fromEntries(given) };
  }
  return { code: 'refused', values: { reason: problem } };
}
