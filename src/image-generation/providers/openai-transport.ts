import { OutboundError, type OutboundHttp } from '#libs/outbound-http';

/** The call has no answer. Its message keeps clear of words that the client takes for a time limit of its own. */
export class TransportError extends Error {
  constructor(
    /** False where no byte can have reached the service: then nothing was done. */
    readonly mayHaveBeenSent: boolean,
    cause: unknown,
  ) {
    super(mayHaveBeenSent ? 'the answer did not come' : 'the service could not be reached', { cause });
  }
}

/** Four images in base64, with room. */
const MOST_BYTES = 128 * 1024 * 1024;
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** `fetch` for the openai client, through our one way out, so that time and size are limited. */
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
