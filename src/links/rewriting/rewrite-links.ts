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

  rewrite(html: string, text: string, { message, parts, own }: LinkedEmail): Rewritten {
    const texts = personalTexts(parts);
    const targets = new Map<string, Known>();
    const byAddress = new Map<string, Known>();
    const places: { readonly from: number; readonly to: number; readonly known: Known }[] = [];
    let dropped = 0;
    for (const { address, from, to } of anchorsIn(html)) {
      if (own.some((url) => address.startsWith(url))) continue;
      const known = byAddress.get(address) ?? this.targetOf(markPersonal(address, texts));
      byAddress.set(address, known);
      targets.set(known.id, known);
      places.push({ from, to, known });
      if (known.dropped) dropped += 1;
    }
    const tokens = new ClickTokens(this.rules.secret, message, targets.size);
    const urls = new Map([...targets.keys()].map((id) => [id, `${this.rules.publicUrl}/c/${tokens.tokenOf(id)}`]));
    let done = 0;
    let linked = '';
    for (const { from, to, known } of places) {
      linked += html.slice(done, from) + (urls.get(known.id) ?? '');
      done = to;
    }
    linked += html.slice(done);
    return {
      html: targets.size > 0 || this.rules.opens ? this.withExtras(linked, message, tokens, targets.size > 0) : linked,
      text: text.replaceAll(WEB_ADDRESS, (found) => replaced(found, byAddress, urls)),
      targets: [...targets.values()],
      dropped,
    };
  }

  /** Adds the link that no person sees, and the image that counts opens, at the end of the body. */
  private withExtras(html: string, message: MessageRef, tokens: ClickTokens, hasLinks: boolean): string {
    const { publicUrl, opens } = this.rules;
    const trap = hasLinks ? `<a href="${publicUrl}/c/${tokens.tokenOf(TRAP)}" ${HIDDEN}></a>` : '';
    const image = opens ? `<img src="${publicUrl}/o/${this.tokens.ofMessage('open', message)}" ${TINY}>` : '';
    const end = html.lastIndexOf('</body');
    return end < 0 ? html + trap + image : html.slice(0, end) + trap + image + html.slice(end);
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

const HIDDEN = 'style="display:none" tabindex="-1" aria-hidden="true"';
const TINY = 'width="1" height="1" alt="" style="display:block;border:0"';

const idOf = (url: string): string => hash('sha256', url, 'buffer').toString('base64url', 0, LINK_BYTES);

const WEB_ADDRESS = /https?:\/\/[^\s<>"]+/gi;

/** An address of the text part may be in brackets or at the end of a sentence. */
function replaced(found: string, byAddress: ReadonlyMap<string, Known>, urls: ReadonlyMap<string, string>): string {
  for (let end = found.length; end > 0; end -= 1) {
    const known = byAddress.get(found.slice(0, end));
    if (known) return (urls.get(known.id) ?? '') + found.slice(end);
    if (!/[)\].,;:!?']/.test(found[end - 1] ?? '')) return found;
  }
  return found;
}
