import type { Resource } from './api-guard.js';
import type { Fault } from './faults.js';
import type { Query } from './lists.js';
import type { SimulatedStore } from './store.js';

export interface Call {
  readonly store: SimulatedStore;
  readonly id: string;
  readonly query: Query;
  readonly body: unknown;
  readonly origin: string;
  /** A planned fault that the route performs itself. */
  readonly fault: Fault | undefined;
}

/** The status, and the body unless the status is 204. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

export type Route = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, Resource, Handler];
