const OPENING = /^\s*\{\s*["}]/;
/** An object can only end behind a string, an object, a list, a number, true, false or null. */
const ENDING = /["}\]\d el]\s*\}\s*$|^\s*\{\s*\}\s*$/;
const EDGE = 64;

/**
 * Whether the bytes look like one JSON object, judged by both ends in constant time. The body is parsed in the worker,
 * where what gets past this look ends as a failed delivery that can be seen.
 */
export function looksLikeJsonObject(body: Buffer): boolean {
  return (
    OPENING.test(body.toString('latin1', 0, EDGE)) &&
    ENDING.test(body.toString('latin1', Math.max(0, body.length - EDGE)))
  );
}
