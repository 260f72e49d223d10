import { gifAt, unpacked } from './countdown/plate.js';

/** The GIF of a countdown from `now` on, in milliseconds since 1970, and whether it still runs. */
export function countdownGif(file: Uint8Array, now: number): { readonly bytes: Buffer; readonly runs: boolean } {
  const plate = unpacked(file);
  return { bytes: gifAt(plate, now), runs: plate.plan.endsAt > now };
}
