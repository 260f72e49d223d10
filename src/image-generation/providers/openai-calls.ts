import OpenAI, { toFile } from 'openai';
import type { OutboundHttp } from '#libs/outbound-http';
import type { OpenAiConfig } from '../../config/app-config.js';
import type { ImageOrder } from './image-provider.js';
import { type CallFailure, failureOf, uselessAnswer } from './openai-failure.js';
import { fetchThrough } from './openai-transport.js';
import { supportedSize } from './image-size.js';

/** How a call ended. */
export type CallEnd<T> =
  { readonly value: T; readonly providerRequestId: string | undefined } | { readonly failure: CallFailure };

export interface LayoutOrder {
  readonly instructions: string;
  /** Data for the model, as JSON. */
  readonly data: string;
  readonly schema: Record<string, unknown>;
}

/** Short, because the compositor finds a layout without the model. */
const LAYOUT_MS = 45_000;
/** Our time limit ends before the client's, so that our error says how a call ended. */
const CLIENT_MARGIN_MS = 5_000;

/**
 * Calls of an OpenAI-compatible service. Each is one attempt: only the ledger knows whether a retry would be paid
 * again.
 */
export class OpenAiCalls {
  private readonly slow: OpenAI;
  private readonly quick: OpenAI;

  constructor(
    private readonly config: OpenAiConfig,
    http: OutboundHttp,
  ) {
    this.slow = client(config, http, config.timeoutMs);
    this.quick = client(config, http, Math.min(config.timeoutMs, LAYOUT_MS));
  }

  /** Images as the service returns them, not inspected yet. */
  images(order: ImageOrder): Promise<CallEnd<readonly Buffer[]>> {
    return end(
      () => this.askForImages(order),
      ({ data }) => {
        const images = (data ?? []).flatMap(({ b64_json }) => (b64_json ? [Buffer.from(b64_json, 'base64')] : []));
        return images.length < order.count ? undefined : images.slice(0, order.count);
      },
    );
  }

  /** The model's answer: JSON that follows the schema, if the model obeys. */
  layout({ instructions, data, schema }: LayoutOrder): Promise<CallEnd<string>> {
    return end(
      () =>
        this.quick.chat.completions
          .create({
            model: this.config.layoutModel,
            messages: [
              { role: 'system', content: instructions },
              { role: 'user', content: data },
            ],
            response_format: { type: 'json_schema', json_schema: { name: 'grid_plan', strict: true, schema } },
          })
          .withResponse(),
      ({ choices }) => choices?.[0]?.message?.content ?? undefined,
    );
  }

  private async askForImages({ prompt, size, count, stage }: ImageOrder) {
    const { imageModel: model, inputFidelity } = this.config;
    const { width, height } = supportedSize(model, size);
    const body = { model, prompt, size: `${width}x${height}`, n: count };
    if (!stage) return this.slow.images.generate(body).withResponse();
    const [image, mask] = await Promise.all([
      toFile(stage.image, 'product.png', { type: 'image/png' }),
      toFile(stage.mask, 'mask.png', { type: 'image/png' }),
    ]);
    const fidelity = inputFidelity === undefined ? {} : { input_fidelity: inputFidelity };
    return this.slow.images.edit({ ...body, image, mask, ...fidelity }).withResponse();
  }
}

const client = ({ apiKey, baseUrl }: OpenAiConfig, http: OutboundHttp, timeoutMs: number): OpenAI =>
  new OpenAI({
    apiKey,
    baseURL: baseUrl,
    // The client would otherwise read the paying account from environment variables.
    organization: null,
    project: null,
    // A repeated call may be paid twice. The queue repeats calls that can't have been paid.
    maxRetries: 0,
    timeout: timeoutMs + CLIENT_MARGIN_MS,
    fetch: fetchThrough(http, timeoutMs),
  });

async function end<A, T>(
  call: () => Promise<{ data: A; request_id: string | null }>,
  read: (answer: A) => T | undefined,
): Promise<CallEnd<T>> {
  try {
    const { data, request_id } = await call();
    const value = typeof data === 'object' && data !== null ? read(data) : undefined;
    const providerRequestId = request_id ?? undefined;
    if (value !== undefined) return { value, providerRequestId };
    return { failure: { outcome: 'useless', problem: uselessAnswer(), providerRequestId } };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}
