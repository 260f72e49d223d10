/** A refusal, in words for the assistant: what is wrong, and what to do. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
}

/** The fields of `application/problem+json` that are worth reading. */
interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly requestId?: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

const TO_DO: Readonly<Record<number, string>> = {
  401: 'The token is no retailer token, has expired or was revoked. Ask the user for another one, as REKINDLE_TOKEN.',
  403: 'This token may not do that. An owner of the store can, in the studio.',
  404: 'Nothing with this id belongs to the store of this token. Check the id, or name the thing.',
  409: 'Read the present state, and decide again.',
  413: 'Make the request smaller.',
  422: 'Correct the named fields, and call again.',
  429: 'Wait a moment before the next call.',
};
const AWAY = 'The service or a part of it is away. Try again in a minute.';

/** The answer of the service as a refusal. An answer that is no problem document has only its status. */
export function refusalOf({ status, headers }: Response, error: unknown): ToolRefusal {
  const { code, detail, requestId, errors = [] } = (typeof error === 'object' && error ? error : {}) as Problem;
  const fields = errors.map(({ pointer, detail }) => `${pointer || '/'} ${detail}`);
  const wait = headers.get('retry-after');
  // The detail of a problem with fields repeats the first of them.
  const what = fields.length > 0 ? 'the request has mistakes.' : (detail ?? 'the service refused the request.');
  const lines = [
    `${[status, code].filter(Boolean).join(' ')}: ${what}`,
    ...fields.map((field) => `- ${field}`),
    wait && /^\d+$/.test(wait) ? `Wait ${wait} seconds, then call again.` : (TO_DO[status] ?? AWAY),
    ...(requestId ? [`Request ${requestId}`] : []),
  ];
  return new ToolRefusal(lines.join('\n'));
}

export const unreachable = (url: string): ToolRefusal =>
  new ToolRefusal(`No service answers at ${url}. Check REKINDLE_URL, and whether the service runs.`);
