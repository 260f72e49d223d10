import { api, ask } from './api.js';
import { ApiError, failureOf, problemOf } from './failure.js';
import { go } from './router.js';
import { endSession, session } from './session-state.js';

const framed = window.parent !== window;

/** Redeems the code of the address, which then leaves the address, and reads whose session it is. */
export async function openSession(): Promise<void> {
  session.value = { kind: 'opening' };
  try {
    await redeemCode();
    session.value = { kind: 'open', me: await ask(api.GET('/retailer/me')) };
  } catch (error) {
    const { status, detail } = failureOf(error);
    if (status === 401 || status === 403) endSession();
    else session.value = { kind: 'away', detail };
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
