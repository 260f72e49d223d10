import type { ComponentType } from 'preact';
import { brandId } from './brand.js';
import { lazy } from './lazy.js';
import { parts } from './router.js';
import { operatorSubject, session } from './session-state.js';
import { Shell } from './shell.js';
import { Away, Ended, Lost, Opening } from './pages/gate.js';
import { NotFound } from './pages/not-found.js';

/** The pages by the first part of their address. Each is loaded when it is first opened. */
const PAGES: Readonly<Record<string, ComponentType>> = {
  '': lazy(async () => (await import('./pages/home/home.js')).Home),
  segments: lazy(async () => (await import('./pages/segments/segments.js')).Segments),
  sequences: lazy(async () => (await import('./pages/sequences/sequences.js')).Sequences),
  images: lazy(async () => (await import('./pages/images/images.js')).Images),
  customers: lazy(async () => (await import('./pages/customers/customers.js')).Customers),
  people: lazy(async () => (await import('./pages/people/people.js')).People),
  store: lazy(async () => (await import('./pages/store/store.js')).Store),
};

/** For operators, with and without a store, and for people who are not signed in yet. */
const Operator = lazy(async () => (await import('./pages/operator/operator.js')).Operator);

export function App() {
  const state = session.value;
  const [first = ''] = parts.value;
  switch (state.kind) {
    case 'opening':
      return <Opening />;
    case 'away':
      return <Away detail={state.detail} />;
    case 'ended':
      return first === 'operator' ? <Operator /> : <Ended />;
    case 'operator':
      return <Operator />;
    case 'open': {
      const Page = PAGES[first] ?? NotFound;
      return (
        <>
          {first === 'operator' && operatorSubject() !== null ? (
            <Operator />
          ) : (
            <Shell>
              <Page key={`${first} ${brandId()}`} />
            </Shell>
          )}
          {state.isLost ? <Lost /> : null}
        </>
      );
    }
  }
}
