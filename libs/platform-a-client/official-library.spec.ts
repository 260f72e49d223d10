import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AuthScopes, LogSeverity, shopifyApi } from '@shopify/shopify-api';
import { getHmac } from '@shopify/shopify-api/test-helpers';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { verifyBase64Hmac } from '#libs/crypto';

import {
  authorizeUrl,
  compressScopes,
  missingScopes,
  parseShopDomain,
  readWebhookHeaders,
  signQuery,
  topicEnum,
  TOPICS,
  verifyQueryHmac,
} from './index.js';

// The library works only after its adapter has been loaded.
await import('@shopify/shopify-api/adapters/node');

/** The platform's own library as an independent signer and verifier. */
const secret = 'hush';
const official = shopifyApi({
  apiKey: 'client-id',
  apiSecretKey: secret,
  apiVersion: '2026-10' as never,
  hostName: 'app.example',
  isEmbeddedApp: false,
  scopes: ['read_orders', 'write_orders', 'read_customers'],
  logger: { level: LogSeverity.Error },
});

describe('beside the official library', () => {
  it('accepts no shop domain that it refuses, and none that changes as a URL', () => {
    const letters = fc.constantFrom(...'abzAZ09-_./:@?#%\\ \n\u212aé'.split(''));
    const name = fc.array(letters, { maxLength: 8 }).map((chosen) => chosen.join(''));
    const suffix = fc.constantFrom('.myshopify.com', '.myshopify.com/', 'myshopify.com', '');
    fc.assert(
      fc.property(name, suffix, (label, ending) => {
        const shop = parseShopDomain(label + ending, ['myshopify.com']);
        if (shop === undefined) return;
        expect(official.utils.sanitizeShop(shop)).toBe(shop);
        expect(new URL(`https://${shop}`).host).toBe(shop);
      }),
      { numRuns: 2_000 },
    );
  });

  it('signs and verifies the same queries', async () => {
    const now = new Date();
    const timestamp = String(Math.trunc(now.getTime() / 1000));
    // Version 13 writes a space as "+", we follow 15: no spaces here.
    const values = fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), fc.stringMatching(/^[!-~é☕]{0,12}$/));
    await fc.assert(
      fc.asyncProperty(values, fc.boolean(), async (extra, right) => {
        const { hmac: _hmac, signature: _signature, ...rest } = extra;
        const params = { ...rest, shop: 'some-shop.myshopify.com', timestamp };
        const signed = signQuery(params, right ? secret : 'another');
        const theirs = await official.utils.validateHmac(Object.fromEntries(new URLSearchParams(signed)));
        expect(verifyQueryHmac(signed, [secret], { now }).outcome).toBe(theirs ? 'ok' : 'mismatch');
        expect(theirs).toBe(right);
      }),
      { numRuns: 100 },
    );
  });

  it('accepts the signature of its webhook signer, over the same headers as its validator', async () => {
    const body = '{"id":820982911946154508,"note":"Caf\\u00e9 \\u0026 \\/ ☕"}\n';
    const headers = {
      'x-shopify-topic': 'orders/create',
      'x-shopify-shop-domain': 'some-shop.myshopify.com',
      'x-shopify-hmac-sha256': getHmac(body, secret),
      'x-shopify-api-version': '2026-10',
      'x-shopify-webhook-id': 'w1',
    };
    const ours = readWebhookHeaders(headers);
    expect(verifyBase64Hmac([secret], Buffer.from(body), ours.hmac ?? '')).toBe(true);
    const theirs = await official.webhooks.validate({
      rawBody: body,
      rawRequest: { method: 'POST', url: '/', headers },
    });
    expect(theirs).toMatchObject({ valid: true, domain: ours.shop, webhookId: ours.webhookId });
  });

  it('names topics as it does', () => {
    for (const topic of TOPICS) {
      official.webhooks.addHandlers({ [topic]: { deliveryMethod: 'http', callbackUrl: '/' } as never });
    }
    expect(official.webhooks.getTopicsAdded().sort()).toEqual(TOPICS.map(topicEnum).sort());
  });

  it('compares scopes alike', () => {
    const scope = fc
      .tuple(
        fc.constantFrom('', 'unauthenticated_'),
        fc.constantFrom('read', 'write'),
        fc.constantFrom('a', 'b_c', 'd'),
      )
      .map(([prefix, verb, what]) => `${prefix}${verb}_${what}`);
    const scopes = fc.array(scope, { maxLength: 6 });
    fc.assert(
      fc.property(scopes, scopes, (granted, requested) => {
        expect(missingScopes(granted, requested).length === 0).toBe(new AuthScopes(granted).has(requested));
        expect(compressScopes(requested)).toEqual(new AuthScopes(requested).toArray());
      }),
    );
  });

  it('sends the merchant to the same page', async () => {
    const shop = 'some-shop.myshopify.com';
    const server = createServer((rawRequest, rawResponse) => {
      void official.auth.begin({ shop, callbackPath: '/callback', isOnline: false, rawRequest, rawResponse });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36';
    const answer = await fetch(`http://127.0.0.1:${port}/auth`, {
      redirect: 'manual',
      headers: { 'user-agent': browser, connection: 'close' },
    });
    server.close();
    const theirs = answer.headers.get('location') ?? '';
    const ours = authorizeUrl({
      shopBaseUrl: `https://${shop}`,
      clientId: 'client-id',
      scopes: 'read_orders,write_orders,read_customers',
      redirectUri: 'https://app.example/callback',
      state: new URL(theirs).searchParams.get('state') ?? '',
    });
    expect(ours).toBe(theirs);
  });
});
