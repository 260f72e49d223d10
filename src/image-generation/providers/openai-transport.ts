import { OutboundError, type OutboundHttp } from '#libs/outbound-http';

/** The call got no answer. The message avoids words by which the client would recognize its own time limit. */
export class TransportError extends Error {
  constructor(
    /** False if no byte can have reached the service: then the service has done nothing. */
    readonly mayHaveBeenSent: boolean,
    cause: unknown,
  ) {
    super(mayHaveBeenSent ? 'the answer did not come' : 'the service could not be reached', { cause });
  }
}

/** Enough for four images in base64. */
const MOST_BYTES = 128 * 1024 * 1024;
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** `fetch` for the openai client, through our own HTTP client, which limits time and size. */
export const fetchThrough =
  (http: OutboundHttp, timeoutMs: number) =>
  async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const answer = await http
      .request({
        method: request.method as 'POST',
        url: request.url,
        headers: Object.fromEntries(request.headers),
        body: new Uint8Array(await request.arrayBuffer()),
        timeoutMs,
        maxResponseBytes: MOST_BYTES,
        // The address is part of our own configuration.
        guard: { allowPrivate: true },
      })
      .catch((error: unknown) => {
        throw new TransportError(!isNeverSent(error), error);
      });
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers });
  };

const isNeverSent = (error: unknown): boolean =>
  error instanceof OutboundError && (error.kind === 'refused_address' || NEVER_CONNECTED.has(error.code ?? ''));
