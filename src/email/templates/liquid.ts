import { Liquid, type Template } from 'liquidjs';

/** Liquid of an email's author. Nothing is read from files, and nothing runs away. */
const LIMITS = { parseLimit: 500_000, renderLimit: 500, memoryLimit: 20_000_000 };

function engine(escape: boolean): Liquid {
  const liquid = new Liquid({
    ...LIMITS,
    ...(escape ? { outputEscape: 'escape' } : {}),
    ownPropertyOnly: true,
    strictFilters: true,
    // `{% if customer.firstName %}` and `| default:` are how an author provides for what may be missing.
    lenientIf: true,
    templates: {},
  });
  // By its name the library takes `raw` for a wish not to escape; personal data are always escaped.
  liquid.registerFilter('raw', (value: unknown) => value);
  return liquid;
}

const forHtml = engine(true);
const forText = engine(false);

/** One part of an email with its Liquid parsed. */
export class LiquidPart {
  private constructor(
    private readonly liquid: Liquid,
    private readonly template: Template[],
  ) {}

  /** Throws where a tag is broken; the message says where. */
  static html(source: string): LiquidPart {
    return new LiquidPart(forHtml, forHtml.parse(source));
  }

  static text(source: string): LiquidPart {
    return new LiquidPart(forText, forText.parse(source));
  }

  /** `strict`: a name or value that is missing is an error; otherwise it is empty. */
  fill(scope: object, strict: boolean): string {
    return String(this.liquid.renderSync(this.template, scope, { strictVariables: strict }));
  }
}

/** The library's words without its image of the source. */
export const liquidProblem = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) ?? 'broken Liquid';

type Change = (part: string) => string;

const ENDS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}' };

/** The text with its tags and the rest changed. No pattern could do it: it would look for the missing end of each `{{` in all of the rest. */
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
/** What a `LiquidShelter` puts in place of a tag. */
export const LIQUID_WORD = /lqd\d+dql/;

const CONDITION = /^\{%-?\s*(?:if|elsif|else|unless|endif|endunless|case|when|endcase)\b/;

/** The source with all its branches, one behind the other, whatever their conditions are. */
export const withAllBranches = (source: string): string =>
  replaceTags(
    source,
    (tag) => (CONDITION.test(tag) ? '' : tag),
    (rest) => rest,
  );

/** Takes Liquid out of a text that a Markdown or MJML compiler is to read, and puts it back into what comes out. */
export class LiquidShelter {
  private readonly tags: string[] = [];

  /**
   * The text with a word of letters and digits in place of each tag, and of each such word that is not of an earlier
   * call: an author could have a long tag put in a thousand places.
   */
  hide(source: string): string {
    const known = this.tags.length;
    const put = (tag: string): string => `lqd${this.tags.push(tag) - 1}dql`;
    const apart = (text: string): string =>
      text.replaceAll(WORD, (word, index: string) => (Number(index) < known ? word : put(word)));
    return replaceTags(source, put, apart);
  }

  restore(compiled: string): string {
    return compiled.replaceAll(WORD, (_, index: string) => this.tags[Number(index)] ?? '');
  }
}
