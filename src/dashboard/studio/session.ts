import { api, ask } from './api.js';
import { ApiError, failureOf, problemOf } from './failure.js';
import { go } from './router.js';
import { endSession, foundAgain, session } from './session-state.js';

const framed = window.parent !== window;
const RECORD_MS = 2_000;
const MOST_TRIES = 60;

/** Redeems the code of the address, which then leaves the address, and reads whose session it is. */
export async function openSession(): Promise<void> {
  session.value = { kind: 'opening' };
  try {
    await redeemCode();
    const { subject, retailer } = await ask(api.GET('/dashboard/session'));
    if (retailer) session.value = { kind: 'open', me: retailer };
    else if (subject === null) endSession();
    else session.value = { kind: 'operator', subject };
    if (retailer) void awaitRecord();
  } catch (error) {
    const { status, detail } = failureOf(error);
    if (status === 401 || status === 403) endSession();
    else session.value = { kind: 'away', detail };
  }
}

/** After the app was opened again in another tab, the page goes on where it was. Nothing happens without a session. */
export async function findSession(): Promise<void> {
  const { retailer } = await ask(api.GET('/dashboard/session'));
  if (retailer === null || session.value.kind !== 'open') return;
  // The browser may have opened another store meanwhile. The page of this one can't be saved there.
  if (retailer.id !== session.value.me.id) return openSession();
  session.value = { kind: 'open', me: retailer };
  foundAgain.value += 1;
}

/** Right after an install the store's own record is not read yet: its name, currency and language follow. */
async function awaitRecord(): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (session.value.kind !== 'open' || session.value.me.currency !== null) return;
    await new Promise((resolve) => setTimeout(resolve, RECORD_MS));
    const me = await ask(api.GET('/retailer/me')).catch(() => undefined);
    if (me && session.value.kind === 'open') session.value = { kind: 'open', me };
  }
}

async function redeemCode(): Promise<void> {
  const address = new URL(location.href);
  const code = address.searchParams.get('code');
  if (code === null) return;
  address.searchParams.delete('code');
  go(address.pathname + address.search, { replace: true });
  const { error, response } = await api.POST('/dashboard/session', { body: { code, framed } });
  // A code that was used before may belong to a session that this browser still has.
  if (!response.ok && response.status !== 401) throw new ApiError(problemOf(response.status, error));
}

export async function signOut(): Promise<void> {
  await api.DELETE('/dashboard/session');
  endSession();
}

export async function signInWithToken(adminToken: string): Promise<void> {
  const { error, response } = await api.POST('/dashboard/session', { body: { adminToken, framed } });
  if (!response.ok) throw new ApiError(problemOf(response.status, error));
  await openSession();
}

/** The operator looks after the store from now on, or after none. */
export async function lookAfter(retailerId: string | undefined, address: string): Promise<void> {
  await ask(api.POST('/dashboard/session/retailer', { body: retailerId === undefined ? {} : { retailerId } }));
  // The person has answered the question about a draft already.
  go(address, { asks: false });
  await openSession();
}
