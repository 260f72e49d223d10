import { describe, expect, it } from 'vitest';
import type { Runtime } from '../../config/runtime.js';
import type { HeldMessage } from '../ledger/ledger.repository.js';
import { personalField } from '../templates/personal-image.js';
import type { ScopeOffer } from '../templates/scope.js';
import type { MessageImageRow } from './message-images.queries.js';
import { MessageImagesService } from './message-images.service.js';

const REQUEST = '0b9e3a52-7c1d-4f0e-8d53-7f9b2f5f3a77';
const NAME = `c${REQUEST.replaceAll('-', '')}`;
const HTML = `<img src="${personalField(NAME, 'url', 'https://x.example/own.png')}">`;
const WAIT_SECONDS = 60;

const message = (id: string, agoSeconds: number): HeldMessage =>
  ({
    id,
    retailerId: 'r',
    executionId: 'e',
    customerId: id,
    templateId: 't',
    dueAt: new Date(Date.now() - agoSeconds * 1_000),
    waitingSince: null,
  }) as HeldMessage;

/** The service over rows that are given, and what it wrote. */
function serviceOver(rows: readonly Partial<MessageImageRow>[]) {
  const written: unknown[] = [];
  const counted: unknown[] = [];
  const queries = {
    of: () =>
      Promise.resolve(
        rows.map(
          (row) => ({ executionId: 'e', requestId: REQUEST, key: null, altText: null, ...row }) as MessageImageRow,
        ),
      ),
    tell: (_: string, told: readonly { customerId: string }[]) =>
      Promise.resolve(written.push(...told.map(({ customerId }) => ['told', customerId]))),
    giveUp: (_: string, names: readonly { customerId: string }[], reason: string) =>
      Promise.resolve(written.push(...names.map(({ customerId }) => [reason, customerId]))),
  };
  const service = new MessageImagesService(
    { publicUrl: 'https://x.example', config: { images: { personalSeconds: WAIT_SECONDS } } } as Runtime,
    queries as never,
    { get: () => Promise.resolve({ html: HTML }) } as never,
    { count: (outcome: string, images: number) => images > 0 && counted.push([outcome, images]) } as never,
    { enqueue: () => undefined } as never,
  );
  return { service, written, counted };
}

const OFFERS = new Map([['coded', { code: 'RK1', label: '10% off', endsOn: 'Sunday' } as ScopeOffer]]);

describe('emails with images of their recipients', () => {
  it('go with the image that is ready, and with that of the request where a fact is missing', async () => {
    const { service, counted } = serviceOver([
      { customerId: 'ann', status: 'ready', key: 'images/a.png', altText: 'Ann' },
      { customerId: 'bob', status: 'fallback' },
    ]);
    const { ready, images, waiting } = await service.sort([message('ann', 0), message('bob', 0)], OFFERS);
    expect([ready.length, waiting.length]).toEqual([2, 0]);
    expect(images.get('ann')).toEqual({ [NAME]: { url: 'https://x.example/images/a.png', altText: 'Ann' } });
    expect(images.get('bob')).toEqual({});
    expect(counted).toEqual([
      ['personal', 1],
      ['fallback', 1],
    ]);
  });

  it('wait for an image that is drawn, no longer than the setting says', async () => {
    const { service, written, counted } = serviceOver([
      { customerId: 'early', status: 'drawing' },
      { customerId: 'late', status: 'drawing' },
    ]);
    const sorted = await service.sort([message('early', 10), message('late', WAIT_SECONDS + 1)], OFFERS);
    expect(sorted.ready.map(({ id }) => id)).toEqual(['late']);
    expect(sorted.waiting.map(({ message: { id } }) => id)).toEqual(['early']);
    expect(sorted.waiting[0]?.until.getTime()).toBeLessThanOrEqual(message('early', 10).dueAt.getTime() + 60_100);
    expect(written).toEqual([['late', 'late']]);
    expect(counted).toEqual([['late', 1]]);
  });

  it('wait from the moment on in which the code is known, and do not wait without a code', async () => {
    const { service, written } = serviceOver([
      { customerId: 'coded', status: 'awaiting_code' },
      { customerId: 'plain', status: 'awaiting_code' },
    ]);
    const sorted = await service.sort([message('coded', 7_200), message('plain', 0)], OFFERS);
    expect(sorted.waiting.map(({ message: { id } }) => id)).toEqual(['coded']);
    expect(sorted.ready.map(({ id }) => id)).toEqual(['plain']);
    expect(written).toEqual([
      ['told', 'coded'],
      ['no_code', 'plain'],
    ]);
  });
});
