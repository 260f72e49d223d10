import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { describeError } from './pool-error.js';
import { asBuffer, mapBytes, type TaskMessage, type ThreadData, type ThreadMessage } from './protocol.js';

type Task = (...args: never[]) => unknown;

/**
 * Makes this thread serve the given functions. Call it once, at the end of a `*.thread.ts` file. Arguments and results
 * are cloned like `structuredClone` does, so functions and class instances can't pass. Bytes arrive as `Buffer`. If
 * possible, the memory of bytes in a result is transferred out of the thread: a task must not keep using what it
 * returns.
 */
export function serveTasks(tasks: Readonly<Record<string, Task>>): void {
  const port = parentPort;
  if (!port) throw new Error('This file must be loaded by a WorkerPool in a thread of its own.');
  lowerPriority((workerData as ThreadData).niceness);
  port.on('message', (message: TaskMessage) => void serve(port, tasks, message));
  post(port, { ready: true });
}

async function serve(port: MessagePort, tasks: Readonly<Record<string, Task>>, message: TaskMessage): Promise<void> {
  try {
    const task = tasks[message.task];
    if (!task) throw new Error(`The thread has no task "${message.task}".`);
    const result = await task(...(mapBytes(message.args, asBuffer) as never[]));
    post(port, { result });
  } catch (error) {
    post(port, { error: describeError(error) });
  }
}

function post(port: MessagePort, message: ThreadMessage): void {
  const owned = 'result' in message ? ownedMemory(message.result) : [];
  try {
    port.postMessage(message, owned);
  } catch (error) {
    // Memory of a native addon can't be transferred. Older Node copies it silently, newer Node refuses.
    if (owned.length === 0) throw error;
    port.postMessage(message);
  }
}

/** The memory of the bytes in a result, except memory that other bytes share, as small buffers do. */
function ownedMemory(result: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  mapBytes(result, (bytes) => {
    if (bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength) found.add(bytes.buffer);
    return bytes;
  });
  return [...found];
}

/** The scale of Linux: 19 is the lowest priority. */
const LOWEST = 19;

/** On Linux each thread has its own priority; elsewhere the thread keeps the priority of the process. */
function lowerPriority(niceness: number): void {
  if (process.platform !== 'linux' || niceness === 0) return;
  try {
    // This link ends with the id of the thread that reads it.
    const [threadId] = readlinkSync('/proc/thread-self').split('/').slice(-1);
    setPriority(Number(threadId), Math.min(getPriority() + niceness, LOWEST));
  } catch {
    // Without /proc or the permission, answers are slower while tasks run. Nothing else changes.
  }
}
