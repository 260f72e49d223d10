import { encodePiece } from '#libs/mailer';

/** Stands for a value in the text of a template. A template that contains it has no sheet. */
export const HOLE = '\uE000';

/**
 * - `value`: text that is not searched for links
 * - `href`: the address of a link
 * - `word`: text without a space, which may contain addresses
 * - `end`: where links are added that no author wrote
 */
export type SlotKind = 'value' | 'href' | 'word' | 'end';

export interface Range {
  readonly from: number;
  readonly to: number;
  readonly kind: SlotKind;
  readonly address?: string | undefined;
}

/** A place in an email that is different for each recipient. */
export interface Slot {
  readonly kind: SlotKind;
  /** Texts of the template, and numbers of values. */
  readonly parts: readonly (string | number)[];
  /** Of a link that all recipients have. */
  readonly address: string | undefined;
}

/** What all emails have in the same place, ready to be sent. */
interface Fixed {
  readonly encoded: string;
  readonly bytes: number;
}

/** A part of an email whose constant texts are encoded: only what differs between recipients is left to be done. */
export interface Sheet {
  readonly items: readonly (Fixed | Slot)[];
  /** Whether values may stand for anything, or only for text without `<`, `>` and quotation marks. */
  readonly anyValue: boolean;
}

/** `ranges` are the slots in their order. Every hole of the skeleton is in one of them. */
export function sheetOf(skeleton: string, ranges: readonly Range[], anyValue: boolean): Sheet {
  const items: (Fixed | Slot)[] = [];
  let [done, holes] = [0, 0];
  const fix = (to: number): void => {
    const text = skeleton.slice(done, to);
    if (text !== '') items.push({ encoded: encodePiece(text), bytes: Buffer.byteLength(text) });
  };
  for (const { from, to, kind, address } of ranges) {
    fix(from);
    const parts = skeleton
      .slice(from, to)
      .split(new RegExp(`(${HOLE})`))
      .filter((part) => part !== '')
      .map((part) => (part === HOLE ? (holes += 1) - 1 : part));
    items.push({ kind, parts, address });
    done = to;
  }
  fix(skeleton.length);
  return { items, anyValue };
}

export const textIn = ({ parts }: Slot, values: readonly string[]): string =>
  parts.length === 1 && typeof parts[0] === 'string'
    ? parts[0]
    : parts.map((part) => (typeof part === 'string' ? part : (values[part] ?? ''))).join('');

/** The encoded part, and its size before it was encoded. `change` gives the text of a slot for the recipient. */
export function fillSheet(
  { items }: Sheet,
  values: readonly string[],
  change: (text: string, slot: Slot) => string,
): { readonly encoded: string; readonly bytes: number } {
  let [encoded, bytes] = ['', 0];
  for (const item of items) {
    if ('encoded' in item) {
      encoded += item.encoded;
      bytes += item.bytes;
    } else {
      const text = change(textIn(item, values), item);
      encoded += encodePiece(text);
      bytes += Buffer.byteLength(text);
    }
  }
  return { encoded, bytes };
}
