import { BoundedMap } from '#libs/bounded-map';
import {
  type LinkedEmail as LinkedPerson,
  LinkRewriter,
  type LinkRules,
  type EmailLinkSet,
  type NewTarget,
} from '../../links/rewriting/rewrite-links.js';
import type { MessageRef } from '../../links/tokens/link-tokens.js';
import { MAX_HTML_BYTES } from './parsed-email.js';
import type { RenderedEmail } from './rendered-email.dto.js';
import type { EmailScope } from './scope.js';

/** What the links of an email are made of. */
export interface EmailLinks {
  readonly rules: LinkRules;
  readonly message: MessageRef;
}

/** A filled email, and what its links need. */
export interface LinkedEmail {
  readonly email: RenderedEmail;
  /** Rows that have to be stored before the email is sent. */
  readonly targets?: readonly NewTarget[];
  /** The number of links that lead to the front page, because their own host is not allowed. */
  readonly dropped?: number;
}

const MAX_REWRITERS = 50;
const rewriters = new BoundedMap<string, LinkRewriter>(MAX_REWRITERS);
/** Emails that are filled together share one object of rules. */
const ofRules = new WeakMap<LinkRules, LinkRewriter>();

/** The email with links that count clicks. An email that would become too large keeps the links of its author. */
export function withLinks(email: RenderedEmail, scope: EmailScope, { rules, message }: EmailLinks): LinkedEmail {
  const person = personOf(scope, message);
  const { html, text, targets, dropped } = rewriterOf(rules).rewrite(email.html, email.text, person);
  const bytes = Buffer.byteLength(html);
  if (bytes > MAX_HTML_BYTES) return { email };
  return { email: { subject: email.subject, html, text, bytes }, targets, dropped };
}

export const linksFor = (scope: EmailScope, { rules, message }: EmailLinks): EmailLinkSet =>
  rewriterOf(rules).linksOf(personOf(scope, message));

function personOf(scope: EmailScope, message: MessageRef): LinkedPerson {
  const { customer, offer, unsubscribeUrl, viewInBrowserUrl, preferencesUrl } = scope;
  const own = [unsubscribeUrl, viewInBrowserUrl, preferencesUrl];
  return { message, parts: { ...customer, code: offer?.code }, own };
}

function rewriterOf(rules: LinkRules): LinkRewriter {
  const rewriter = ofRules.get(rules) ?? rewriterLike(rules);
  ofRules.set(rules, rewriter);
  return rewriter;
}

function rewriterLike(rules: LinkRules): LinkRewriter {
  const key = JSON.stringify(rules);
  const known = rewriters.get(key);
  if (known) return known;
  const rewriter = new LinkRewriter(rules);
  rewriters.set(key, rewriter);
  return rewriter;
}
