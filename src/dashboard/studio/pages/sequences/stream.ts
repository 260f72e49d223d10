import { useEffect } from 'preact/hooks';

/** Calls back whenever the run changes, at most once a second. The browser connects again by itself. */
export function useExecutionStream(run: string, active: boolean, changed: () => void): void {
  useEffect(() => {
    if (!active) return;
    const stream = new EventSource(`/retailer/executions/${run}/stream`);
    for (const event of ['execution', 'end']) stream.addEventListener(event, changed);
    stream.addEventListener('end', () => stream.close());
    return () => stream.close();
  }, [run, active, changed]);
}
