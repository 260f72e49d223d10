import { verifyAppProxy, verifyMultipass, verifySessionToken } from '#libs/platform-a-client';
import { describe, expect, it } from 'vitest';
import { appProxyQuery, customerSessionToken, multipassToken, staffSessionToken } from './sign-on.js';

const app = { clientId: 'client-id', clientSecret: 'hush' };
const shop = 'shop1.myshopify.com';
const now = new Date();
const rules = { clientId: app.clientId, secrets: ['hush'], shopSuffixes: ['myshopify.com'], now };

describe('the proof of a customer that the simulated platform signs', () => {
  it('may be a session token, which the client library accepts', () => {
    const verdict = verifySessionToken(customerSessionToken(app, shop, '42', now.getTime()), rules);
    expect(verdict).toMatchObject({ outcome: 'ok', token: { shop, subject: { kind: 'customer', externalId: '42' } } });
    const nobody = customerSessionToken(app, shop, null, now.getTime());
    expect(verifySessionToken(nobody, rules)).toEqual({ outcome: 'nobody' });
  });

  it('may be an app-proxy query, which the client library accepts', () => {
    const read = (id: string | null) => verifyAppProxy(appProxyQuery('hush', shop, id, now.getTime()), ['hush'], rules);
    expect(read('42')).toMatchObject({ outcome: 'ok', visitor: { shop, customerId: '42' } });
    expect(read(null)).toMatchObject({ outcome: 'ok', visitor: { shop, customerId: null } });
  });

  it('may be a Multipass token, which the client library accepts', () => {
    const token = multipassToken('secret', 'ada@example.com', now.getTime());
    expect(verifyMultipass(token, 'secret', { now })).toMatchObject({
      outcome: 'ok',
      claims: { email: 'ada@example.com' },
    });
  });
});

describe('the session token of a member of staff', () => {
  it('is accepted by the client library', () => {
    expect(verifySessionToken(staffSessionToken(app, shop, '7', now.getTime()), rules)).toMatchObject({
      outcome: 'ok',
      token: { shop, subject: { kind: 'staff', userId: '7' } },
    });
  });
});
