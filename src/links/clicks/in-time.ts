import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';

/** A person does not wait longer than this for a click to be stored. It is stored all the same. */
const PATIENCE_MS = 250;

const logger = new Logger('Clicks');

/** Waits for the write, but not long, and not for its success: a click must not keep a person from the store. */
export async function inTime(write: Promise<void>): Promise<void> {
  const stored = write.catch((error: unknown) => {
    logger.warn(`a click is not stored: ${error instanceof Error ? error.message : 'unknown error'}`);
  });
  await Promise.race([stored, pause(PATIENCE_MS, undefined, { ref: false })]);
}
