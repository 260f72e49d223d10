import type { ComponentType } from 'preact';
import { lazy } from './lazy.js';
import { parts } from './router.js';
import { session } from './session-state.js';
import { Shell } from './shell.js';
import { Away, Ended, Opening } from './pages/gate.js';
import { NotFound } from './pages/not-found.js';

/** The pages by the first part of their address. Each is loaded when it is first opened. */
const PAGES: Readonly<Record<string, ComponentType>> = {
  '': lazy(async () => (await import('./pages/home/home.js')).Home),
  segments: lazy(async () => (await import('./pages/segments/segments.js')).Segments),
  sequences: lazy(async () => (await import('./pages/sequences/sequences.js')).Sequences),
  images: lazy(async () => (await import('./pages/images/images.js')).Images),
  customers: lazy(async () => (await import('./pages/customers/customers.js')).Customers),
  store: lazy(async () => (await import('./pages/store/store.js')).Store),
};

export function App() {
  const state = session.value;
  switch (state.kind) {
    case 'opening':
      return <Opening />;
    case 'ended':
      return <Ended />;
    case 'away':
      return <Away detail={state.detail} />;
    case 'open': {
      const [first = ''] = parts.value;
      const Page = PAGES[first] ?? NotFound;
      return (
        <Shell>
          <Page key={first} />
        </Shell>
      );
    }
  }
}
