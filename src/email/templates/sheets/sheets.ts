import { HOLE, type Sheet } from './sheet.js';

/** A place in the sequence of texts and values that Liquid writes. */
interface Place {
  readonly next: Map<string, Place>;
  value?: Place;
  seen: number;
  /** Null: these emails have no sheet. */
  sheet?: Sheet | null;
}

/** A template with more orders than this gains little from sheets. */
const MOST_SHEETS = 30;
const MOST_PLACES = 5_000;
/** Of all sheets of a thread together. A sheet has the size of an email. */
const MOST_CHARACTERS = 8_000_000;

let characters = 0;
const holders = new Set<Sheets>();

/**
 * The sheets of one part of a template. Conditions and loops of Liquid make the texts of a template come in different
 * orders, so each order has a sheet of its own. It is made for the second email of this order.
 */
export class Sheets {
  private root = newPlace();
  private places = 0;
  private made = 0;

  constructor(
    /** The texts between the tags. */
    private readonly texts: ReadonlySet<string>,
    private readonly cut: (skeleton: string) => Sheet | undefined,
  ) {}

  /** Undefined for an order that was not seen before, or that has no sheet. */
  find(pieces: readonly string[]): { readonly sheet: Sheet; readonly values: readonly string[] } | undefined {
    if (this.places > MOST_PLACES) this.forget();
    const values: string[] = [];
    let place = this.root;
    for (const piece of pieces) {
      if (this.texts.has(piece)) place = place.next.get(piece) ?? this.newText(place, piece);
      else {
        values.push(piece);
        place = place.value ??= this.newPlace();
      }
    }
    place.seen += 1;
    if (place.seen > 1 && place.sheet === undefined && this.made < MOST_SHEETS) place.sheet = this.make(pieces);
    const { sheet } = place;
    if (!sheet || (!sheet.anyValue && values.some((value) => MARKUP.test(value)))) return undefined;
    return { sheet, values };
  }

  private make(pieces: readonly string[]): Sheet | null {
    if (pieces.some((piece) => piece.includes(HOLE))) return null;
    const skeleton = pieces.map((piece) => (this.texts.has(piece) ? piece : HOLE)).join('');
    if (characters > MOST_CHARACTERS) for (const holder of holders) holder.forget();
    characters += skeleton.length;
    this.made += 1;
    holders.add(this);
    return this.cut(skeleton) ?? null;
  }

  private newText(before: Place, text: string): Place {
    const place = this.newPlace();
    before.next.set(text, place);
    return place;
  }

  private newPlace(): Place {
    this.places += 1;
    return newPlace();
  }

  private forget(): void {
    this.root = newPlace();
    this.places = 0;
    this.made = 0;
    holders.delete(this);
    if (holders.size === 0) characters = 0;
  }
}

const MARKUP = /[<>"']/;
const newPlace = (): Place => ({ next: new Map(), seen: 0 });
