import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { cssProblems } from './allowed-css.js';
import {
  addressProblem,
  ADDRESSES,
  ATTRIBUTE_FAMILIES,
  ATTRIBUTES,
  ELEMENTS,
  OUTLOOK_ATTRIBUTES,
  OUTLOOK_ELEMENTS,
  REQUIRED,
  VALUES,
} from './allowed-html.js';
import { LIQUID_WORD } from './liquid.js';

/** Maximum depth of comments in comments; Outlook reads one level. */
const DEEPEST = 3;

/** Everything in filled HTML that is not on the allow list; empty for a harmless email. */
export function findActive(html: string): string[] {
  const found = new Set<string>();
  read(html, {
    startTag: (tag, outlook) => {
      for (const problem of tagProblems(tag, outlook)) found.add(problem);
    },
    rawText: (name, text) => {
      const problems = name === 'style' ? cssProblems(text) : text.includes('<') ? ['a title with <'] : [];
      for (const problem of problems) found.add(problem);
    },
  });
  return [...found];
}

/**
 * Like `findActive`, for HTML whose Liquid tags are replaced by words, so that the result applies to all branches.
 * Liquid must not form names of elements or attributes, and must not decide where an attribute ends. Every possible
 * beginning of an address must be allowed.
 */
export function findSplit(hidden: string): string[] {
  const found = new Set<string>();
  read(hidden, {
    startTag: ({ tagName, attrs }, outlook) => {
      if (LIQUID_WORD.test(tagName) || !isElement(tagName, outlook)) found.add(`<${asTag(tagName)}>`);
      for (const { name, value } of attrs) {
        if (LIQUID_WORD.test(name)) found.add(`Liquid between the attributes of <${asTag(tagName)}>`);
        else if (ADDRESSES.has(name)) {
          const problem = beginnings(value).find((piece) => addressProblem(piece, name !== 'href'));
          if (problem !== undefined) found.add(`the address ${problem.slice(0, 60)}, as Liquid may put it together`);
        }
      }
    },
    rawText: (name, text) => {
      if (text.includes('<')) found.add(`<${name}> with < in it`);
    },
  });
  return [...found];
}

/**
 * Every possible beginning of an address: its literal text and, because Liquid may be empty, each text after Liquid.
 */
function beginnings(value: string): string[] {
  const [first = '', ...rest] = value.split(new RegExp(LIQUID_WORD, 'g'));
  return /[/?#]|^(?:mailto|tel|sms|cid):/.test(first) ? [first] : [first, ...rest];
}

const asTag = (name: string): string => name.replaceAll(new RegExp(LIQUID_WORD, 'g'), '{%…%}').slice(0, 40);
const isElement = (name: string, outlook: boolean): boolean =>
  ELEMENTS.has(name) || (outlook && OUTLOOK_ELEMENTS.has(name));
const isAttribute = (name: string, outlook: boolean): boolean =>
  ATTRIBUTES.has(name) || ATTRIBUTE_FAMILIES.test(name) || (outlook && OUTLOOK_ATTRIBUTES.has(name));

function tagProblems({ tagName, attrs }: Token.TagToken, outlook: boolean): string[] {
  if (!isElement(tagName, outlook)) return [`<${tagName.slice(0, 40)}>`];
  const required = REQUIRED[tagName];
  const missing = required !== undefined && !attrs.some(({ name }) => name === required);
  return [
    ...(missing ? [`<${tagName}> without ${required}`] : []),
    ...attrs.flatMap(({ name, value }) => {
      if (!isAttribute(name, outlook)) return [`the attribute ${name.slice(0, 40)}`];
      const fits = VALUES[tagName]?.[name]?.test(value.trim()) ?? true;
      return fits ? valueProblems(tagName, name, value) : [`<${tagName} ${name}="${value.slice(0, 40)}">`];
    }),
  ];
}

function valueProblems(tagName: string, name: string, value: string): string[] {
  if (name === 'style') return cssProblems(`{${value}}`);
  if (ADDRESSES.has(name)) {
    const followed = name === 'href' && (tagName === 'a' || tagName === 'area' || tagName.startsWith('v:'));
    return [addressProblem(value, !followed)].filter((problem) => problem !== undefined);
  }
  if (name !== 'srcset') return [];
  return value.split(/\s*,\s+|,$/).flatMap((candidate) => addressProblem(candidate, true) ?? []);
}

interface Reader {
  /** `outlook`: within a comment. */
  startTag(tag: Token.TagToken, outlook: boolean): void;
  /** The content of a style or title. */
  rawText(name: string, text: string): void;
}

/**
 * Elements whose content is not HTML. Browsers decode entities in a title, which would hide whether the title contains
 * a `<`.
 */
const RAW_ELEMENTS = new Set(['style', 'title']);

/**
 * Reads every start tag as browsers tokenize it, also tags that a tree would drop. Comments are read as well, because
 * Outlook treats conditional comments as HTML. Elements that change how the following text is read are not allowed.
 */
function read(html: string, reader: Reader, depth = 0): void {
  let raw: { readonly name: string; text: string } | undefined;
  const endRaw = (): void => {
    if (raw) reader.rawText(raw.name, raw.text);
    raw = undefined;
  };
  const onText = ({ chars }: Token.CharacterToken): void => {
    if (raw) raw.text += chars;
  };
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag: (tag) => {
        reader.startTag(tag, depth > 0);
        if (!RAW_ELEMENTS.has(tag.tagName)) return;
        raw = { name: tag.tagName, text: '' };
        tokenizer.state = TokenizerMode.RAWTEXT;
      },
      onEndTag: endRaw,
      onComment: ({ data }) => {
        if (!data.includes('<')) return;
        if (depth < DEEPEST) read(data, reader, depth + 1);
        else reader.rawText('title', data);
      },
      onCharacter: onText,
      onWhitespaceCharacter: onText,
      onNullCharacter: onText,
      onDoctype: () => undefined,
      onEof: endRaw,
    },
  );
  tokenizer.write(html, true);
}
