import { Context, type Emitter, Liquid, type Template, Tokenizer, toValue, toValueSync } from 'liquidjs';
import { money } from './money.js';
import { phrases } from './phrases.js';
import { isText, quicken, writeQuickly } from './quick-outputs.js';

/** Limits of an author's Liquid, which reads no files and can't run without end. */
const LIMITS = { parseLimit: 500_000, renderLimit: 500, memoryLimit: 20_000_000 };

function engine(escape: boolean): Liquid {
  const liquid = new Liquid({
    ...LIMITS,
    ...(escape ? { outputEscape: 'escape' } : {}),
    ownPropertyOnly: true,
    strictFilters: true,
    // Authors handle missing values by `{% if customer.firstName %}` and `| default:`.
    lenientIf: true,
    templates: {},
  });
  // The library's `raw` would not escape. Personal data are always escaped.
  liquid.registerFilter('raw', (value: unknown) => value);
  liquid.registerFilter('money', money);
  // Only HTML needs to know where its lines may end.
  liquid.registerFilter('phrases', (value: unknown) => (escape ? phrases(value) : value));
  return liquid;
}

const forHtml = engine(true);
const forText = engine(false);

/** One part of an email with its Liquid parsed. */
export class LiquidPart {
  private readonly template: Template[];

  private constructor(
    private readonly liquid: Liquid,
    readonly source: string,
  ) {
    this.template = liquid.parse(source);
    quicken(this.template);
  }

  /** Throws if a tag is broken; the message says where. */
  static html(source: string): LiquidPart {
    return new LiquidPart(forHtml, source);
  }

  static text(source: string): LiquidPart {
    return new LiquidPart(forText, source);
  }

  /** The texts between the tags. */
  texts(): Set<string> {
    const { options } = this.liquid;
    const tokens = new Tokenizer(this.source, options.operators).readTopLevelTokens(options);
    return new Set(tokens.flatMap((token) => (isText(token) ? token.getContent() : [])));
  }

  /** The filled part in the pieces that Liquid writes: texts between the tags, and values. Missing values are empty. */
  pieces(scope: object): string[] {
    const { liquid, template } = this;
    const context = new Context(scope, liquid.options, { sync: true, strictVariables: false }, { liquid });
    const written = new Pieces();
    for (const one of template) {
      if (!writeQuickly(one, context, written)) toValueSync(liquid.renderer.renderTemplates([one], context, written));
      if (context.breakCalled || context.continueCalled) break;
    }
    return written.list;
  }

  /** `strict`: a missing name or value is an error; otherwise it is empty. */
  fill(scope: object, strict: boolean): string {
    return String(this.liquid.renderSync(this.template, scope, { strictVariables: strict }));
  }
}

class Pieces implements Emitter {
  readonly buffer = '';
  readonly list: string[] = [];

  write(piece: unknown): void {
    const text = typeof piece === 'string' ? piece : textOf(piece);
    if (text !== '') this.list.push(text);
  }
}

/** As the library writes a value that is no text. */
const textOf = (value: unknown): string => {
  const plain = toValue(value) as unknown;
  if (Array.isArray(plain)) return plain.map(textOf).join('');
  return plain === undefined || plain === null ? '' : (plain as { toString(): string }).toString();
};

/** The library's message without its excerpt of the source. */
export const liquidProblem = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) ?? 'broken Liquid';

type Change = (part: string) => string;

const ENDS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}' };

/**
 * The text with its tags and the text between tags replaced. This is not one regular expression, because that would
 * search the whole rest of the text for the missing end of each `{{`.
 */
export function replaceTags(source: string, ofTag: Change, ofRest: Change): string {
  const last = new Map(Object.entries(ENDS).map(([opening, end]) => [opening, source.lastIndexOf(end)]));
  let replaced = '';
  let done = 0;
  for (const { index } of source.matchAll(/\{(?=[{%])/g)) {
    const opening = source.slice(index, index + 2);
    if (index < done || (last.get(opening) ?? -1) < index + 2) continue;
    const end = source.indexOf(ENDS[opening] ?? '', index + 2) + 2;
    replaced += ofRest(source.slice(done, index)) + ofTag(source.slice(index, end));
    done = end;
  }
  return replaced + ofRest(source.slice(done));
}

const WORD = /lqd(\d+)dql/g;
/** The placeholder that a `LiquidShelter` puts in place of a tag. */
export const LIQUID_WORD = /lqd\d+dql/;

const CONDITION = /^\{%-?\s*(?:if|elsif|else|unless|endif|endunless|case|when|endcase)\b/;

/** The source with all its branches, one after the other, without their conditions. */
export const withAllBranches = (source: string): string =>
  replaceTags(
    source,
    (tag) => (CONDITION.test(tag) ? '' : tag),
    (rest) => rest,
  );

/** Replaces Liquid tags by placeholders before a Markdown or MJML compiler runs, and restores them in its output. */
export class LiquidShelter {
  private readonly tags: string[] = [];

  /**
   * The text with a placeholder for each tag. A text that looks like a placeholder is replaced too, unless an earlier
   * call made it: otherwise an author could make a long tag appear in a thousand places.
   */
  hide(source: string): string {
    const known = this.tags.length;
    const put = (tag: string): string => `lqd${this.tags.push(tag) - 1}dql`;
    const apart = (text: string): string =>
      text.replaceAll(WORD, (word, index: string) => (Number(index) < known ? word : put(word)));
    return replaceTags(source, put, apart);
  }

  /** Whether each block of Liquid that begins in the text ends in it, and the other way round. */
  isBalanced(hidden: string): boolean {
    let open = 0;
    for (const [, index] of hidden.matchAll(WORD)) {
      const tag = this.tags[Number(index)] ?? '';
      if (/^\{%-?\s*(?:if|unless|for|case|tablerow|capture)\b/.test(tag)) open += 1;
      else if (/^\{%-?\s*end/.test(tag)) open -= 1;
      else if (open === 0 && /^\{%-?\s*(?:else|elsif|when)\b/.test(tag)) return false;
      if (open < 0) return false;
    }
    return open === 0;
  }

  restore(compiled: string): string {
    return compiled.replaceAll(WORD, (_, index: string) => this.tags[Number(index)] ?? '');
  }
}
