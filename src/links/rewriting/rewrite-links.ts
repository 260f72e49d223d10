import { hash } from 'node:crypto';
import { ClickTokens, LINK_BYTES, LinkTokens, type MessageRef, TRAP } from '../tokens/link-tokens.js';
import { anchorsIn } from './anchors.js';
import { markPersonal, type PersonalParts, personalTexts } from './personal-parts.js';
import { type Campaign, targetOf } from './target-url.js';

/** What is the same for all emails of a step. */
export interface LinkRules extends Campaign {
  /** Our own address, without a slash at its end. */
  readonly publicUrl: string;
  readonly secret: string;
  /** The hosts that links may lead to. */
  readonly hosts: readonly string[];
  /** Where a link leads whose own target is not allowed. */
  readonly frontPage: string;
  /** Whether an image counts opens. */
  readonly opens: boolean;
}

/** The recipient's side of an email. */
export interface LinkedEmail {
  readonly message: MessageRef;
  readonly parts: PersonalParts;
  /** Links of the service itself, which stay as they are. */
  readonly own: readonly string[];
}

/** A row that has to be stored before the email is sent. */
export interface NewTarget {
  readonly id: string;
  readonly url: string;
}

export interface Rewritten {
  readonly html: string;
  readonly text: string;
  readonly targets: readonly NewTarget[];
  /** The number of links that lead to the front page instead. */
  readonly dropped: number;
}

interface Known extends NewTarget {
  readonly dropped: boolean;
}

/** Enough for the products of a store in one step. */
const MOST_KNOWN = 20_000;

/** Replaces the links of emails of one step by links that count clicks. */
export class LinkRewriter {
  private readonly known = new Map<string, Known>();
  private readonly tokens: LinkTokens;

  constructor(private readonly rules: LinkRules) {
    this.tokens = new LinkTokens([rules.secret]);
  }

  rewrite(html: string, text: string, email: LinkedEmail): Rewritten {
    const links = this.linksOf(email);
    const anchors = [...anchorsIn(html)];
    for (const { address } of anchors) links.add(address);
    let done = 0;
    let linked = '';
    for (const { address, from, to } of anchors) {
      linked += html.slice(done, from) + (links.urlOf(address) ?? html.slice(from, to));
      done = to;
    }
    linked += html.slice(done);
    const end = endOfBody(linked);
    return {
      html: linked.slice(0, end) + links.extras() + linked.slice(end),
      text: links.inText(text),
      targets: links.targets,
      dropped: links.dropped,
    };
  }

  linksOf(email: LinkedEmail): EmailLinkSet {
    return new EmailLinkSet(this.rules, this.tokens, email, (address) => this.targetOf(address));
  }

  private targetOf(address: string): Known {
    const before = this.known.get(address);
    if (before) return before;
    const { hosts, frontPage } = this.rules;
    const wanted = targetOf(address, hosts, this.rules);
    const target = 'problem' in wanted ? targetOf(frontPage, hosts, this.rules) : wanted;
    const url = 'problem' in target ? frontPage : target.url;
    const known = { id: idOf(url), url, dropped: 'problem' in wanted };
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(address, known);
    return known;
  }
}

/** Where the link that no person sees and the image that counts opens go. */
export function endOfBody(html: string): number {
  const end = html.lastIndexOf('</body');
  return end < 0 ? html.length : end;
}

/**
 * The links of one email. All have to be added before the first is replaced, because their tokens contain their
 * number.
 */
export class EmailLinkSet {
  /** The number of links that lead to the front page instead. */
  dropped = 0;
  private readonly texts: ReturnType<typeof personalTexts>;
  private readonly byAddress = new Map<string, Known>();
  private readonly byId = new Map<string, Known>();
  private readonly urls = new Map<string, string>();
  private clickTokens: ClickTokens | undefined;

  constructor(
    private readonly rules: LinkRules,
    private readonly tokens: LinkTokens,
    private readonly email: LinkedEmail,
    private readonly targetOf: (address: string) => Known,
  ) {
    this.texts = personalTexts(email.parts);
  }

  get targets(): readonly NewTarget[] {
    return [...this.byId.values()];
  }

  /** A shared address is the same for all recipients, so no part of it is about one of them. */
  add(address: string, isShared = false): void {
    if (this.email.own.some((url) => address.startsWith(url))) return;
    const known = this.byAddress.get(address) ?? this.targetOf(isShared ? address : markPersonal(address, this.texts));
    this.byAddress.set(address, known);
    this.byId.set(known.id, known);
    if (known.dropped) this.dropped += 1;
  }

  /** Undefined if the link stays as it is. */
  urlOf(address: string): string | undefined {
    const known = this.byAddress.get(address);
    return known && this.clickUrl(known.id);
  }

  /** The link that no person sees, and the image that counts opens. */
  extras(): string {
    const { publicUrl, opens } = this.rules;
    const trap = this.byId.size > 0 ? `<a href="${this.clickUrl(TRAP)}" ${HIDDEN}></a>` : '';
    const image = opens
      ? `<img src="${publicUrl}/o/${this.tokens.ofMessage('open', this.email.message)}" ${TINY}>`
      : '';
    return trap + image;
  }

  /** The text with the same links. An address may be in brackets or at the end of a sentence. */
  inText(text: string): string {
    return text.replaceAll(WEB_ADDRESS, (found) => {
      for (let end = found.length; end > 0; end -= 1) {
        const url = this.urlOf(found.slice(0, end));
        if (url !== undefined) return url + found.slice(end);
        if (!/[)\].,;:!?']/.test(found[end - 1] ?? '')) break;
      }
      return found;
    });
  }

  private clickUrl(id: string): string {
    const known = this.urls.get(id);
    if (known !== undefined) return known;
    this.clickTokens ??= new ClickTokens(this.rules.secret, this.email.message, this.byId.size);
    const url = `${this.rules.publicUrl}/c/${this.clickTokens.tokenOf(id)}`;
    this.urls.set(id, url);
    return url;
  }
}

const HIDDEN = 'style="display:none" tabindex="-1" aria-hidden="true"';
const TINY = 'width="1" height="1" alt="" style="display:block;border:0"';

const idOf = (url: string): string => hash('sha256', url, 'buffer').toString('base64url', 0, LINK_BYTES);

const WEB_ADDRESS = /https?:\/\/[^\s<>"]+/gi;
