import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { OpenAiFault } from './faults.js';

const seconds = (): number => Math.floor(Date.now() / 1_000);

/** Sends an error in the service's form. */
export const sendError = (reply: FastifyReply, status: number, code: string, message: string, type: string): unknown =>
  reply.code(status).send({ error: { message, type, param: null, code } });

export const imagesAnswer = (images: readonly Buffer[], size: string, format: string): object => ({
  created: seconds(),
  background: 'opaque',
  output_format: format,
  quality: 'medium',
  size,
  data: images.map((bytes) => ({ b64_json: bytes.toString('base64') })),
  usage: {
    input_tokens: 50,
    input_tokens_details: { image_tokens: 0, text_tokens: 50 },
    output_tokens: 1_056 * images.length,
    total_tokens: 50 + 1_056 * images.length,
  },
});

export const chatAnswer = (model: string, content: string | null, refusal: string | null): object => ({
  id: `chatcmpl-${randomUUID()}`,
  object: 'chat.completion',
  created: seconds(),
  model,
  choices: [{ index: 0, message: { role: 'assistant', content, refusal }, logprobs: null, finish_reason: 'stop' }],
  usage: { prompt_tokens: 300, completion_tokens: 200, total_tokens: 500 },
});

export const responsesAnswer = (model: string, content: string | null, refusal: string | null): object => ({
  id: `resp_${randomUUID().replaceAll('-', '')}`,
  object: 'response',
  created_at: seconds(),
  status: 'completed',
  model,
  output: [
    {
      id: `msg_${randomUUID().replaceAll('-', '')}`,
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [
        refusal === null ? { type: 'output_text', text: content ?? '', annotations: [] } : { type: 'refusal', refusal },
      ],
    },
  ],
  usage: { input_tokens: 300, output_tokens: 200, total_tokens: 500 },
});

/** Sends the answer of a planned fault. False if the fault has no answer of its own and the call continues. */
export function answerFault(fault: OpenAiFault, reply: FastifyReply): boolean {
  const { kind, retryAfterSeconds = 1, status = 500 } = fault;
  if (kind === 'rateLimited') {
    void reply.header('retry-after', String(retryAfterSeconds));
    sendError(reply, 429, 'rate_limit_exceeded', 'Rate limit reached for images per minute.', 'requests');
  } else if (kind === 'quotaExhausted') {
    sendError(reply, 429, 'insufficient_quota', 'You exceeded your current quota.', 'insufficient_quota');
  } else if (kind === 'moderation') {
    const message = 'Your request was rejected by the safety system.';
    sendError(reply, 400, 'moderation_blocked', message, 'image_generation_user_error');
  } else if (kind === 'unauthorized') {
    sendError(reply, 401, 'invalid_api_key', 'Incorrect API key provided.', 'invalid_request_error');
  } else if (kind === 'serverError') {
    sendError(reply, status, 'server_error', 'The server had an error while processing your request.', 'server_error');
  } else if (kind === 'notJson') {
    void reply.type('text/html').send('<!doctype html><title>Bad gateway</title>');
  } else if (kind === 'disconnect') {
    reply.hijack();
    reply.raw.destroy();
  } else {
    return false;
  }
  return true;
}
