import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { observeMinting } from '../../src/offers/minting-observer.js';
import { OfferCode } from '../../src/offers/offer-code.entity.js';
import { stored } from '../factories/given.js';
import { OFFER, OfferStage, SHOW } from '../setup/offer-stage.js';
import { step } from '../setup/sequence-store.js';
import { waitFor } from '../setup/test-app.js';

/** Points that are reached once for an offer; the others are reached for each batch. */
const ONCE: ReadonlySet<string> = new Set(['planned', 'creating', 'created']);

let stage: OfferStage;
beforeAll(async () => {
  stage = await OfferStage.start();
});
afterAll(() => stage?.stop());

describe('minting that is interrupted', () => {
  it.each(['planned', 'creating', 'created', 'minting', 'minted', 'stored'] as const)(
    'right after "%s" goes on and mints nothing twice',
    async (point) => {
      const names = Array.from({ length: 520 }, (_, index) => `p${index}`);
      const store = await stage.opened(names);
      const id = `crash-${point}`;
      await store.put(id, { offer: OFFER, steps: [step('one', 'P1D', SHOW)] });
      let times = 0;
      observeMinting((reached) => {
        if (reached !== point) return;
        times += 1;
        if (times === (ONCE.has(point) ? 1 : 2)) throw new Error('crash');
      });
      await store.execute(id);
      await waitFor(async () => (await stage.offersOf(id)).minted === 520, 60_000);
      observeMinting(() => undefined);
      expect(times).toBeGreaterThan(0);
      const minted = [...(stage.discountOf(id)?.codes ?? [])];
      const rows = await stored(stage.app).rows(OfferCode, { retailerId: store.retailerId }, 'code');
      expect(rows.map(({ code }) => code).sort()).toEqual(minted.sort());
    },
  );
});

describe('the end of an execution', () => {
  it('removes the codes that nobody was sent, and leaves those in mailboxes', async () => {
    const store = await stage.opened(['ada', 'bob', 'cem']);
    await store.put('ended', { offer: OFFER, steps: [step('one', 'PT0S', SHOW)] });
    const first = await store.execute('ended');
    await store.ended(first.body.executionId);
    await waitFor(async () => (await stage.offersOf('ended')).assigned === 3);
    await stage.app.admin('POST', '/admin/segments/upsert', {
      brandId: store.brandId,
      segments: [{ name: 'Staff', criteria: { emailDomains: ['shop.example'] } }],
    });
    await store.people({ dana: { email: 'dana@stage.shop.example' } });
    await store.setOrders('dana', 1);
    await stage.app.settled();
    await store.put('ended', {
      offer: OFFER,
      steps: [step('one', 'PT0S', { ...SHOW, unless: { inSegment: 'Staff' } })],
    });
    const second = await store.execute('ended', { repeat: true });
    await store.ended(second.body.executionId);
    await waitFor(async () => (await stage.offersOf('ended')).deactivated === 1);
    expect(stage.discountOf('ended')).toMatchObject({ active: true, codes: { size: 3 } });
    expect(await stage.offersOf('ended')).toMatchObject({ minted: 7, openLiability: { codes: 6 } });
  });

  it('by a cancellation before anybody was sent a code stops the discount', async () => {
    const store = await stage.opened(['ada', 'bob']);
    await store.put('cancelled', { offer: OFFER, steps: [step('one', 'P1D', SHOW)] });
    const { body } = await store.execute('cancelled');
    await waitFor(async () => (await stage.offersOf('cancelled')).minted === 2);
    await stage.app.admin('POST', `/admin/executions/${body.executionId}/cancel`);
    await waitFor(async () => (await stage.offersOf('cancelled')).deactivated === 2);
    expect(stage.discountOf('cancelled')?.active).toBe(false);
  });

  it('with revokeSent removes the codes in mailboxes one by one', async () => {
    const store = await stage.opened(['ada', 'bob']);
    await store.put('revoked', { offer: OFFER, steps: [step('one', 'PT0S', SHOW), step('two', 'P1D', SHOW)] });
    const { body } = await store.execute('revoked');
    await waitFor(async () => (await store.execution(body.executionId)).counts.sent === 2);
    await stage.app.admin('POST', `/admin/executions/${body.executionId}/cancel`, { revokeSent: true });
    await waitFor(async () => (await stage.offersOf('revoked')).deactivated === 2);
    expect(stage.discountOf('revoked')).toMatchObject({ active: true, codes: { size: 0 } });
    expect((await stage.offersOf('revoked')).openLiability.codes).toBe(0);
  });
});
