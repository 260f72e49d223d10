import { signal } from '@preact/signals';
import type { components } from '#libs/client';

type Me = components['schemas']['RetailerMeAnswer'];

/** What the studio knows of its session. `ended` also where there never was one. */
export type SessionState =
  | { readonly kind: 'opening' }
  /** `isLost` where the session ended while its page was open. */
  | { readonly kind: 'open'; readonly me: Me; readonly isLost?: boolean }
  /** An operator who looks after no store. */
  | { readonly kind: 'operator'; readonly subject: string }
  | { readonly kind: 'ended' }
  | { readonly kind: 'away'; readonly detail: string };

export const session = signal<SessionState>({ kind: 'opening' });

/** How often a lost session was found again. What could not be loaded meanwhile is loaded then. */
export const foundAgain = signal(0);

export function endSession(): void {
  session.value = { kind: 'ended' };
}

/** An answer says that the session is over. The page of a store stays, because it may hold a draft. */
export function loseSession(): void {
  const state = session.value;
  session.value = state.kind === 'open' ? { ...state, isLost: true } : { kind: 'ended' };
}

/** The store of the open session. Pages are shown only while there is one. */
export function me(): Me {
  if (session.value.kind !== 'open') throw new Error('there is no session');
  return session.value.me;
}

/** The operator of this session; null for a user of a store. */
export function operatorSubject(): string | null {
  const state = session.value;
  if (state.kind === 'operator') return state.subject;
  return state.kind === 'open' ? state.me.user.operator : null;
}

export const isOwner = (): boolean => me().user.role === 'owner';
