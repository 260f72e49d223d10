import { randomUUID } from 'node:crypto';
import type { SimulatedStore } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IssuedToken } from '../../src/auth/issued-token.entity.js';
import { tokenFor } from '../../src/auth/token-command.js';
import { ago, given } from '../factories/given.js';
import { CLIENT_SECRET, idOf, StageB } from '../setup/platform-b.js';

interface Minted {
  readonly token: string;
  readonly expiresIn: number;
  readonly jti: string;
}
interface Listed {
  readonly items: readonly { jti: string; mintedBy: object; revokedAt: string | null }[];
  readonly nextCursor: string | null;
}

const NEW_SECRET = 'newer-secret-of-platform-b';

let stage: StageB;
let store: SimulatedStore;
beforeAll(async () => {
  stage = await StageB.start({ PLATFORM_B_CLIENT_SECRETS: `${CLIENT_SECRET},${NEW_SECRET}` });
});
afterAll(() => stage?.stop());
beforeEach(async () => {
  store = await stage.installed();
});

async function call<T>(token: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${stage.app.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text ? JSON.parse(text) : undefined) as T };
}

/** The times of tokens are whole seconds: a later event has to be at least a second later. */
const aSecond = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 1_100));
const person = (who: { id: number; email: string }): Record<string, unknown> => ({
  user: { id: who.id, email: who.email },
});
const session = async (claims: Record<string, unknown> = {}) => stage.session(await stage.load(store, claims));
const mint = (token: string, body?: object) => call<Minted>(token, 'POST', '/retailer/module-tokens', body);
const opens = async (token: string): Promise<boolean> =>
  (await call(token, 'GET', `/module-r/images?brandId=${randomUUID()}`)).status !== 401;

describe('a module token that an owner has minted', () => {
  it('is valid for at most an hour', async () => {
    const owner = await session();
    expect(await mint(owner.token)).toMatchObject({ status: 200, body: { expiresIn: 3_600 } });
    expect(await mint(owner.token, { expiresIn: 3_601 })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/expiresIn' }] },
    });
  });

  it('is refused after its owner is removed, while others stay valid', async () => {
    const owner = await session({ ...person(store.staff), owner: person(store.staff)['user'] });
    const other = await session();
    const [doomed, kept] = [(await mint(owner.token)).body.token, (await mint(other.token)).body.token];
    expect([await opens(doomed), await opens(kept)]).toEqual([true, true]);
    await stage.platform.removeUser(store, `${stage.app.url}/platform-b/remove-user`, store.staff);
    expect([await opens(doomed), await opens(kept)]).toEqual([false, true]);
  });

  it('is refused once its owner becomes a member, and also after the member becomes an owner again', async () => {
    const asOwner = { ...person(store.staff), owner: person(store.staff)['user'] };
    const owner = await session(asOwner);
    const { token } = (await mint(owner.token)).body;
    await session(person(store.staff));
    expect(await opens(token)).toBe(false);
    await aSecond();
    await session(asOwner);
    expect(await opens(token)).toBe(false);
    expect(await opens((await mint(owner.token)).body.token)).toBe(true);
  });

  it('is listed with its minter and can be revoked alone', async () => {
    const owner = await session();
    const [first, second] = [(await mint(owner.token)).body, (await mint(owner.token)).body];
    const mintedBy = { kind: 'user', subject: String(store.owner.id) };
    const { body } = await call<Listed>(owner.token, 'GET', '/retailer/module-tokens');
    expect(body.items.map(({ jti }) => jti)).toEqual([second.jti, first.jti]);
    expect(body.items[0]).toMatchObject({ mintedBy, revokedAt: null });
    const path = `/retailer/module-tokens/${first.jti}`;
    expect((await call(owner.token, 'DELETE', path)).status).toBe(204);
    expect((await call(owner.token, 'DELETE', path)).status).toBe(204);
    expect([await opens(first.token), await opens(second.token)]).toEqual([false, true]);
    expect((await call(owner.token, 'GET', path)).body).toMatchObject({ mintedBy, revokedAt: expect.any(String) });
  });

  it('can not be seen or revoked by another store or by a member', async () => {
    const { token, jti } = (await mint((await session()).token)).body;
    const member = await session(person(store.staff));
    const foreign = store;
    store = await stage.installed();
    const stranger = await session();
    for (const method of ['GET', 'DELETE']) {
      expect((await call(stranger.token, method, `/retailer/module-tokens/${jti}`)).status).toBe(404);
      expect((await call(member.token, method, `/retailer/module-tokens/${jti}`)).status).toBe(403);
    }
    await stage.app.admin('DELETE', `/admin/retailers/${idOf(store)}/module-tokens/${jti}`);
    expect(await opens(token)).toBe(true);
    expect((await stage.app.admin('DELETE', `/admin/retailers/${idOf(foreign)}/module-tokens/${jti}`)).status).toBe(
      204,
    );
    expect(await opens(token)).toBe(false);
  });

  it('disappears from the list when it has expired', async () => {
    const owner = await session();
    await mint(owner.token);
    await given(stage.app).set(IssuedToken, { expiresAt: ago(1, 'second') });
    expect((await call<Listed>(owner.token, 'GET', '/retailer/module-tokens')).body).toEqual({
      items: [],
      nextCursor: null,
    });
  });
});

describe('a module token that an admin has minted', () => {
  it('is valid for at most a day and does not depend on any user', async () => {
    const path = `/admin/retailers/${idOf(store)}/module-tokens`;
    const made = await stage.app.admin<Minted>('POST', path);
    expect(made).toMatchObject({ status: 200, body: { expiresIn: 86_400 } });
    expect((await stage.app.admin('POST', path, { expiresIn: 86_401 })).status).toBe(422);
    expect((await stage.app.admin<Listed>('GET', path)).body.items).toMatchObject([
      { jti: made.body.jti, mintedBy: { kind: 'admin', subject: 'tester' } },
    ]);
    await stage.platform.removeUser(store, `${stage.app.url}/platform-b/remove-user`, store.owner);
    expect(await opens(made.body.token)).toBe(true);
  });

  it('can be revoked even if the command line has minted it', async () => {
    const token = tokenFor(['module', '--retailer', idOf(store)], stage.app.service.runtime.config);
    const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { jti: string };
    expect(await opens(token)).toBe(true);
    expect((await stage.app.admin('DELETE', `/admin/retailers/${idOf(store)}/module-tokens/${jti}`)).status).toBe(204);
    expect(await opens(token)).toBe(false);
  });
});

describe("a session of the store's user", () => {
  it('has the present role from the platform, not the role at its start', async () => {
    const asOwner = { ...person(store.staff), owner: person(store.staff)['user'] };
    const begunAsOwner = await session(asOwner);
    const begunAsMember = await session(person(store.staff));
    expect((await mint(begunAsOwner.token)).status).toBe(403);
    await session(asOwner);
    expect((await mint(begunAsMember.token)).status).toBe(200);
  });

  it('ends alone when the user signs out', async () => {
    const [first, second] = [await session(), await session()];
    expect((await call(first.token, 'POST', '/auth/sign-out')).status).toBe(204);
    expect((await stage.me(first.token)).status).toBe(401);
    expect((await call(first.token, 'POST', '/auth/sign-out')).status).toBe(401);
    expect((await stage.me(second.token)).status).toBe(200);
  });
});

describe('the client secrets of platform B', () => {
  it('are all accepted for signatures', async () => {
    const signedAs = (secret: string) =>
      stage.signed('load', stage.platform.sign.signedPayloadJwt(store, { jti: randomUUID() }, { secret }));
    expect((await signedAs(NEW_SECRET)).status).toBe(302);
    expect((await signedAs(CLIENT_SECRET)).status).toBe(302);
    expect((await signedAs('another-secret')).status).toBe(401);
  });
});
