import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { answerFault, chatAnswer, imagesAnswer, responsesAnswer, sendError } from './answers.js';
import { type OpenAiFault, OpenAiFaultPlan } from './faults.js';
import { type LayoutCall, proposeLayout } from './layouts.js';
import { type ImageCall, imageMistake } from './images.js';
import { MISBEHAVIOURS, paint } from './paintings.js';

export interface OpenAiSimulatorOptions {
  readonly apiKey: string;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** The time that each image takes. Default: 0. */
  readonly imageMs?: number;
  /** Makes the nth image of a call as a file of the requested size and format. Default: a soft setting. */
  readonly paint?: (call: ImageCall, index: number) => Promise<Buffer>;
}

const MOST_BYTES = 64 * 1024 * 1024;
type Json = Readonly<Record<string, unknown>>;

/** A service that speaks OpenAI's protocol on loopback: generations, edits, chat completions and responses. */
export class OpenAiSimulator {
  /** Calls for images that were carried out, and so would be charged, in order. */
  readonly imageCalls: ImageCall[] = [];
  /** Calls for layouts that were carried out, in order. */
  readonly layoutCalls: LayoutCall[] = [];
  /** Every request, refused or not: `POST /v1/images/generations`. */
  readonly requests: string[] = [];
  readonly faults = new OpenAiFaultPlan();
  private readonly server: FastifyInstance;

  private constructor(private readonly options: OpenAiSimulatorOptions) {
    this.server = fastify({ forceCloseConnections: true, bodyLimit: MOST_BYTES });
    this.server.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    this.server.addHook('onRequest', (request, reply, done) => {
      this.requests.push(`${request.method} ${request.url}`);
      void reply.header('x-request-id', `req_${randomUUID().replaceAll('-', '')}`);
      if (request.headers.authorization === `Bearer ${options.apiKey}`) done();
      else sendError(reply, 401, 'invalid_api_key', 'Incorrect API key provided.', 'invalid_request_error');
    });
    this.server.post('/v1/images/generations', (request, reply) => this.images(fromJson(request.body as Json), reply));
    this.server.post('/v1/images/edits', async (request, reply) => this.images(await fromForm(request), reply));
    this.server.post('/v1/chat/completions', (request, reply) => this.layout(request.body as Json, reply, 'chat'));
    this.server.post('/v1/responses', (request, reply) => this.layout(request.body as Json, reply, 'responses'));
  }

  static async start(options: OpenAiSimulatorOptions): Promise<OpenAiSimulator> {
    const simulator = new OpenAiSimulator(options);
    await simulator.server.listen({ host: '127.0.0.1', port: options.port ?? 0 });
    return simulator;
  }

  /** For OPENAI_BASE_URL. */
  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    await this.server.close();
  }

  private async images(call: ImageCall, reply: FastifyReply): Promise<unknown> {
    const fault = this.faults.take('images');
    if (fault && isTurnedAway(fault)) return answerFault(fault, reply) && reply;
    const mistake = imageMistake(call);
    if (mistake) return sendError(reply, 400, 'invalid_value', mistake, 'invalid_request_error');
    this.imageCalls.push(call);
    await delay((this.options.imageMs ?? 0) + (fault?.kind === 'slow' ? (fault.delayMs ?? 1_000) : 0));
    if (fault && answerFault(fault, reply)) return reply;
    if (fault?.kind === 'noImage') return imagesAnswer([], call.size, call.outputFormat);
    if (fault?.kind === 'garbageImage') return imagesAnswer([Buffer.from('<html>no</html>')], call.size, 'png');
    if (reply.raw.destroyed) return reply;
    const { paint: own = paint } = this.options;
    const misbehaviour = MISBEHAVIOURS.find((kind) => kind === fault?.kind);
    const painted = await Promise.all(
      Array.from({ length: call.n }, (_, at) => (misbehaviour ? paint(call, at, misbehaviour) : own(call, at))),
    );
    return imagesAnswer(painted, call.size, call.outputFormat);
  }

  private async layout(body: Json, reply: FastifyReply, api: 'chat' | 'responses'): Promise<unknown> {
    const fault = this.faults.take('layout');
    if (fault && isTurnedAway(fault)) return answerFault(fault, reply) && reply;
    const call = layoutCall(body, api);
    this.layoutCalls.push(call);
    if (fault?.kind === 'slow') await delay(fault.delayMs ?? 1_000);
    if (fault && answerFault(fault, reply)) return reply;
    const answer = api === 'chat' ? chatAnswer : responsesAnswer;
    if (fault?.kind === 'refusal') return answer(call.model, null, "I'm sorry, I can't help with that.");
    return answer(
      call.model,
      fault?.kind === 'answer' ? (fault.text ?? '') : JSON.stringify(proposeLayout(call)),
      null,
    );
  }
}

/** Whether the service answers with this fault before it does any work. */
const isTurnedAway = ({ kind }: OpenAiFault): boolean =>
  kind === 'rateLimited' || kind === 'quotaExhausted' || kind === 'moderation' || kind === 'unauthorized';

const text = (value: unknown, otherwise: string): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;

const fromJson = (body: Json): ImageCall => ({
  model: text(body['model'], ''),
  prompt: text(body['prompt'], ''),
  size: text(body['size'], 'auto'),
  n: Number(text(body['n'], '1')),
  outputFormat: text(body['output_format'], 'png'),
  references: [],
  ...(typeof body['input_fidelity'] === 'string' ? { inputFidelity: body['input_fidelity'] } : {}),
});

const bytesOf = async (file: Blob): Promise<Buffer> => Buffer.from(await file.arrayBuffer());

/** Reads the form of an edit: reference images as `image` or several `image[]`, everything else as text. */
async function fromForm(request: FastifyRequest): Promise<ImageCall> {
  const body = new Uint8Array(request.body as Buffer);
  const form = await new Response(body, {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData();
  const files = [...form.getAll('image'), ...form.getAll('image[]')].filter((part) => typeof part !== 'string');
  const fields = Object.fromEntries([...form].filter(([, part]) => typeof part === 'string'));
  const mask = form.get('mask');
  return {
    ...fromJson(fields),
    references: await Promise.all(files.map(async (file) => ({ name: file.name, bytes: await bytesOf(file) }))),
    ...(mask instanceof Blob ? { mask: await bytesOf(mask) } : {}),
  };
}

function layoutCall(body: Json, api: 'chat' | 'responses'): LayoutCall {
  const messages = (api === 'chat' ? body['messages'] : body['input']) as LayoutCall['messages'];
  const format = (api === 'chat' ? body['response_format'] : (body['text'] as Json)?.['format']) as Json | undefined;
  const schema = api === 'chat' ? (format?.['json_schema'] as Json)?.['schema'] : format?.['schema'];
  return { model: text(body['model'], ''), messages, schema };
}
