import { Injectable } from '@nestjs/common';
import { hmacSha256, timingSafeEqualBytes } from '#libs/crypto';
import { Runtime } from '../../config/runtime.js';
import type { RowName } from '../ledger/message-id.js';

const ID_BYTES = 16;
const PROOF_BYTES = 16;
const LENGTH = 2 * ID_BYTES + PROOF_BYTES;
const PURPOSE = 'unsubscribe';

/** Links in emails. A token has the retailer and the id of a ledger row, and a MAC. It has no personal data. */
@Injectable()
export class EmailLinksService {
  private readonly secrets: readonly [string, ...string[]];

  constructor(private readonly runtime: Runtime) {
    this.secrets = runtime.config.email.linkSecrets;
  }

  unsubscribeUrl(row: RowName): string {
    return `${this.runtime.publicUrl}/unsubscribe/${this.tokenOf(row)}`;
  }

  /** 64 characters of base64url. */
  tokenOf({ retailerId, id }: RowName): string {
    const name = Buffer.from((retailerId + id).replaceAll('-', ''), 'hex');
    return Buffer.concat([name, proofOf(this.secrets[0], name)]).toString('base64url');
  }

  /** Undefined if the token is not one of ours. */
  rowOf(token: string): RowName | undefined {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== LENGTH || bytes.toString('base64url') !== token) return undefined;
    const name = bytes.subarray(0, 2 * ID_BYTES);
    const proof = bytes.subarray(2 * ID_BYTES);
    if (!this.secrets.some((secret) => timingSafeEqualBytes(proofOf(secret, name), proof))) return undefined;
    return { retailerId: uuidOf(name.subarray(0, ID_BYTES)), id: uuidOf(name.subarray(ID_BYTES)) };
  }
}

const proofOf = (secret: string, name: Uint8Array): Buffer =>
  hmacSha256(secret, Buffer.concat([Buffer.from(PURPOSE), name])).subarray(0, PROOF_BYTES);

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
