import { addressIn, linksIn } from '../../../links/rewriting/anchors.js';
import { endOfBody } from '../../../links/rewriting/rewrite-links.js';
import { HOLE, type Range, type Sheet, sheetOf } from './sheet.js';

/** A tag, or a comment without quotation marks and values, such as the conditions that Outlook reads. */
const TAG = new RegExp(
  `<(?:/?[a-z][^\\s<>"'/=${HOLE}]*(?:\\s+[^\\s<>"'/=${HOLE}]+(?:=(?:"[^"]*"|'[^']*'|[^\\s<>"'=\`${HOLE}]+))?)*\\s*/?|!--<!\\[endif]--|![^<>"'${HOLE}]*)>`,
  'giy',
);

/**
 * Undefined where a value stands in the middle of a tag, or where the HTML is too unusual to be sure: then a value
 * could make or break a link.
 */
export function cutHtml(skeleton: string): Sheet | undefined {
  if (!isSafe(skeleton)) return undefined;
  const slots: Range[] = [];
  for (const { value, from, to } of linksIn(skeleton)) {
    const isOpen = value.includes(HOLE);
    const address = isOpen ? undefined : addressIn(value);
    if (isOpen || address !== undefined) slots.push({ from, to, kind: 'href', address });
  }
  const end = endOfBody(skeleton);
  slots.push({ from: end, to: end, kind: 'end' });
  for (let at = skeleton.indexOf(HOLE); at >= 0; at = skeleton.indexOf(HOLE, at + 1)) {
    if (!slots.some(({ from, to }) => from <= at && at < to)) slots.push({ from: at, to: at + 1, kind: 'value' });
  }
  return sheetOf(skeleton, slots.toSorted(byPlace), false);
}

const byPlace = (one: Range, other: Range): number => one.from - other.from || one.to - other.to;

/** Whether all tags are well-formed, with values between tags and inside quotation marks only. */
function isSafe(skeleton: string): boolean {
  for (let at = skeleton.indexOf('<'); at >= 0; at = skeleton.indexOf('<', TAG.lastIndex)) {
    TAG.lastIndex = at;
    if (!TAG.test(skeleton)) return false;
  }
  return true;
}

/** Every word of the text that has a value or an address in it is a slot. */
export function cutText(skeleton: string): Sheet {
  const words = [...skeleton.matchAll(/[^\s<>"]+/g)].filter(([word]) => word.includes(HOLE) || /https?:/i.test(word));
  const ranges = words.map(({ 0: word, index }): Range => ({ from: index, to: index + word.length, kind: 'word' }));
  return sheetOf(skeleton, ranges, true);
}
