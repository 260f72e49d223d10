const OPENING = /^\s*\{\s*["}]/;
/** The last value of an object is a string, an object, a list, a number, true, false or null. */
const ENDING = /["}\]\d el]\s*\}\s*$|^\s*\{\s*\}\s*$/;
const EDGE = 64;

/**
 * Whether the bytes look like one JSON object, by both of their ends and so in constant time. The worker parses the
 * body; a body that only looks like an object becomes a failed delivery there.
 */
export function looksLikeJsonObject(body: Buffer): boolean {
  return (
    OPENING.test(body.toString('latin1', 0, EDGE)) &&
    ENDING.test(body.toString('latin1', Math.max(0, body.length - EDGE)))
  );
}
