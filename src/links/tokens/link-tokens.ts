import { hash } from 'node:crypto';
import { hmacSha256, timingSafeEqualBytes, timingSafeEqualText } from '#libs/crypto';

/** A message, by its retailer and the id of its row. */
export interface MessageRef {
  readonly retailerId: string;
  readonly id: string;
}

/** What the token of a link names. */
export interface ClickedLink {
  readonly message: MessageRef;
  /** The id of the target, or `TRAP`. */
  readonly linkId: string;
  /** The number of different links in the email. */
  readonly links: number;
}

/** The purposes keep a token of one kind from being taken for one of another kind. */
export type Purpose = 'open' | 'view';
const CLICK = Buffer.from('click');

const ID_BYTES = 16;
export const LINK_BYTES = 9;
const PROOF_BYTES = 12;
const PROOF_CHARACTERS = 16;
const HEAD_BYTES = 1 + 2 * ID_BYTES;
const CLICK_BYTES = HEAD_BYTES + LINK_BYTES + PROOF_BYTES;
const MESSAGE_BYTES = 2 * ID_BYTES + PROOF_BYTES;
export const MOST_LINKS = 255;
/** The link that no person sees. */
export const TRAP = Buffer.alloc(LINK_BYTES).toString('base64url');

/** Makes the tokens for the links of one message. 72 characters of base64url each. */
export class ClickTokens {
  private readonly start: string;
  private readonly proofs: ClickProofs;

  constructor(secret: string, message: MessageRef, links: number) {
    const head = Buffer.concat([Buffer.of(Math.min(links, MOST_LINKS)), bytesOf(message)]);
    // 33 bytes are 44 characters without a rest, so all tokens of the message begin with the same text.
    this.start = head.toString('base64url');
    this.proofs = new ClickProofs(secret, head);
  }

  tokenOf(linkId: string): string {
    return this.start + linkId + this.proofs.of(linkId);
  }
}

/**
 * The proofs of a message's links. The message gets a key of its own by HMAC. A proof is a hash of this key and of the
 * link's id, which costs a tenth of another HMAC: an email has a dozen links. Both have a fixed length, and the hash is
 * cut, so nobody can make another proof out of it.
 */
class ClickProofs {
  private readonly hashed: Buffer;

  constructor(secret: string, head: Uint8Array) {
    const key = hmacSha256(secret, Buffer.concat([CLICK, head]));
    this.hashed = Buffer.concat([key, Buffer.alloc(LINK_BYTES)]);
  }

  of(linkId: string): string {
    this.hashed.write(linkId, this.hashed.length - LINK_BYTES, 'base64url');
    return hash('sha256', this.hashed, 'base64url').slice(0, PROOF_CHARACTERS);
  }
}

/** Tokens that name a message, or a message and one of its links. They have no personal data. */
export class LinkTokens {
  constructor(
    /** Newest first. The others are for the links in old emails. */
    private readonly secrets: readonly [string, ...string[]],
  ) {}

  /** 60 characters of base64url. */
  ofMessage(purpose: Purpose, message: MessageRef): string {
    const name = bytesOf(message);
    return Buffer.concat([name, proofOf(this.secrets[0], purpose, name)]).toString('base64url');
  }

  /** Undefined if the token is not one of ours. */
  readMessage(purpose: Purpose, token: string): MessageRef | undefined {
    const bytes = bytesIn(token, MESSAGE_BYTES);
    if (!bytes) return undefined;
    const name = bytes.subarray(0, 2 * ID_BYTES);
    const proof = bytes.subarray(2 * ID_BYTES);
    const isOurs = this.secrets.some((secret) => timingSafeEqualBytes(proofOf(secret, purpose, name), proof));
    return isOurs ? messageOf(name) : undefined;
  }

  /** Undefined if the token is not one of ours. */
  readClick(token: string): ClickedLink | undefined {
    const bytes = bytesIn(token, CLICK_BYTES);
    if (!bytes) return undefined;
    const head = bytes.subarray(0, HEAD_BYTES);
    const linkId = bytes.toString('base64url', HEAD_BYTES, HEAD_BYTES + LINK_BYTES);
    const proof = token.slice(-PROOF_CHARACTERS);
    const isOurs = this.secrets.some((secret) => timingSafeEqualText(new ClickProofs(secret, head).of(linkId), proof));
    return isOurs ? { message: messageOf(head.subarray(1)), linkId, links: head[0] ?? 0 } : undefined;
  }
}

/** Undefined for a text that is not the canonical base64url of so many bytes. */
function bytesIn(token: string, length: number): Buffer | undefined {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.length === length && bytes.toString('base64url') === token ? bytes : undefined;
}

const bytesOf = ({ retailerId, id }: MessageRef): Buffer => Buffer.from((retailerId + id).replaceAll('-', ''), 'hex');

const messageOf = (bytes: Buffer): MessageRef => ({
  retailerId: uuidOf(bytes.subarray(0, ID_BYTES)),
  id: uuidOf(bytes.subarray(ID_BYTES, 2 * ID_BYTES)),
});

const proofOf = (secret: string, purpose: Purpose, name: Uint8Array): Buffer =>
  hmacSha256(secret, Buffer.concat([Buffer.from(purpose), name])).subarray(0, PROOF_BYTES);

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
