import { useCallback, useEffect, useState } from 'preact/hooks';
import { foundAgain } from '../session-state.js';
import { type Failure, failureOf } from '../failure.js';

export interface Loaded<T> {
  readonly data: T | undefined;
  readonly failure: Failure | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
}

/** Loads again when a key changes. An answer is dropped where a later call has begun. Old data stays meanwhile. */
export function useLoad<T>(load: () => Promise<T>, keys: readonly unknown[]): Loaded<T> {
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({ data: undefined, failure: undefined, loading: true });
  useEffect(() => {
    let current = true;
    setState((before) => ({ ...before, loading: true }));
    load().then(
      (data) => current && setState({ data, failure: undefined, loading: false }),
      (error: unknown) => current && setState((before) => ({ ...before, failure: failureOf(error), loading: false })),
    );
    return () => {
      current = false;
    };
  }, [...keys, turn, foundAgain.value]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { ...state, reload };
}

/** Loads again every `ms` while `active`. */
export function usePolling(active: boolean, reload: () => void, ms = 1_000): void {
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, ms);
    return () => clearInterval(timer);
  }, [active, reload, ms]);
}

/** A value once it has stayed the same for `ms`. */
export function useSettled<T>(value: T, ms = 250): T {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [key, ms]);
  return settled;
}

/** Whether something has been so for `ms` without a break. */
export function useLasting(active: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    setLasting(false);
    if (!active) return;
    const timer = setTimeout(() => setLasting(true), ms);
    return () => clearTimeout(timer);
  }, [active, ms]);
  return active && lasting;
}

export interface Action<A extends readonly unknown[], T = void> {
  readonly running: boolean;
  readonly failure: Failure | undefined;
  /** What the work resolves to; undefined where it failed. */
  readonly run: (...args: A) => Promise<T | undefined>;
  readonly clear: () => void;
}

/** Work that a press of a button starts. It can't run twice at once. */
export function useAction<A extends readonly unknown[], T>(work: (...args: A) => Promise<T>): Action<A, T> {
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const run = async (...args: A): Promise<T | undefined> => {
    if (running) return undefined;
    setRunning(true);
    setFailure(undefined);
    try {
      return await work(...args);
    } catch (error) {
      setFailure(failureOf(error));
      return undefined;
    } finally {
      setRunning(false);
    }
  };
  return { running, failure, run, clear: () => setFailure(undefined) };
}
