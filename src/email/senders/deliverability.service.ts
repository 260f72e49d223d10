import { isIP } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel';
import { Runtime } from '../../config/runtime.js';
import type { BrandSender } from '../../retailers/brand-kit.js';
import { BrandsService } from '../../retailers/brands.service.js';
import { domainOf } from '../ledger/message-id.js';
import type { DeliverabilityAnswer, DeliverabilityCheck } from './deliverability.dto.js';
import { checkDkim } from './dkim.js';
import { checkDmarc, type Proven } from './dmarc.js';
import { failed, type Finding, passed, say, unknown } from './finding.js';
import { checkSpf } from './spf.js';
import { DnsUnavailableError, TxtResolver } from './txt-resolver.js';

/** Google and Yahoo count a sender as a bulk sender from 5,000 emails a day; one run may be a part of the day. */
const CHECKED_ABOVE = 1_000;
/** The DNS usually answers within milliseconds. A page waits no longer for one that does not. */
const DNS_MS = 2_000;
const NO_SENDER = failed(say('no_sender', {}));

/** Whether a brand's emails would be let in by mail providers, read from the DNS and the configuration. */
@Injectable()
export class DeliverabilityService {
  constructor(
    private readonly runtime: Runtime,
    private readonly brands: BrandsService,
    private readonly resolver: TxtResolver,
  ) {}

  /** 404 unknown brand. */
  async of(brandId: string): Promise<DeliverabilityAnswer> {
    return this.checked(brandId, (domain) => this.ofDomain(domain));
  }

  private async checked(
    brandId: string,
    ofDomain: (domain: string) => Promise<readonly DeliverabilityCheck[]>,
  ): Promise<DeliverabilityAnswer> {
    const { sender } = await this.brands.get(brandId);
    const domain = sender.email ? domainOf(sender.email).toLowerCase() : undefined;
    const checks = [
      ...(domain === undefined ? withoutSender() : await ofDomain(domain)),
      { name: 'one_click_unsubscribe', ...this.oneClick() } as const,
      { name: 'postal_address', ...postalAddress(sender) } as const,
    ];
    return { ready: checks.every(({ status }) => status === 'passed'), checks };
  }

  /** 409 `sender_not_ready` for a large run of a brand with a failed check. An unknown check refuses nothing. */
  async assertReady(brandId: string, recipients: number): Promise<void> {
    const broken = await this.failedFor(brandId, recipients);
    if (broken.length > 0) throw notReady(broken);
  }

  /** The failed checks that a live run of this size would be refused for. */
  async failedFor(brandId: string, recipients: number): Promise<readonly DeliverabilityCheck[]> {
    return refusesFailed(recipients) ? failedOf(await this.of(brandId)) : [];
  }

  /** The failed checks, for a page. Where the DNS takes its time, its records do not count. 404 unknown brand. */
  async failedAtOnce(brandId: string): Promise<readonly DeliverabilityCheck[]> {
    return failedOf(
      await this.checked(brandId, (domain) => Promise.race([this.ofDomain(domain), after(DNS_MS, [], { ref: false })])),
    );
  }

  private async ofDomain(from: string): Promise<DeliverabilityCheck[]> {
    const { dkim: key, smtpUrl } = this.runtime.config.email;
    const [spf, dkim] = await Promise.all([
      asked(() => checkSpf(from, hostOf(smtpUrl), this.resolver)),
      asked(() => checkDkim(key, this.resolver)),
    ]);
    const proven: Proven[] = [
      // The envelope has the same address as From.
      { name: 'SPF', domain: from, status: spf.status },
      { name: 'DKIM', domain: key?.domain.toLowerCase() ?? from, status: dkim.status },
    ];
    const dmarc = await asked(() => checkDmarc(from, proven, this.resolver));
    return [
      { name: 'spf', ...spf },
      { name: 'dkim', ...dkim },
      { name: 'dmarc', ...dmarc },
    ];
  }

  /** RFC 8058 asks for an https address, which mail providers call without a person. */
  private oneClick(): Finding {
    const { protocol, hostname } = new URL(this.runtime.publicUrl);
    if (protocol === 'https:') return passed(say('one_click_works', { host: hostname }));
    return isLoopback(hostname) ? unknown(say('one_click_local', {})) : failed(say('one_click_insecure', {}));
  }
}

/** Whether a live run of this size is refused for a failed check. */
export const refusesFailed = (recipients: number): boolean => recipients > CHECKED_ABOVE;

const failedOf = ({ checks }: DeliverabilityAnswer): readonly DeliverabilityCheck[] =>
  checks.filter(({ status }) => status === 'failed');

/** The DNS away means unknown, and not failed. */
async function asked(check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof DnsUnavailableError)) throw error;
    const { host, reason } = error;
    return unknown(say('dns_silent', { host, reason }));
  }
}

const withoutSender = (): DeliverabilityCheck[] =>
  (['spf', 'dkim', 'dmarc'] as const).map((name) => ({ name, ...NO_SENDER }));

const postalAddress = ({ postalAddress: address }: BrandSender): Finding =>
  address?.trim() ? passed(say('postal_address_there', {})) : failed(say('postal_address_missing', {}));

/** The name of the mail server; undefined without one, or where it has only a number. */
function hostOf(smtpUrl: string | undefined): string | undefined {
  const host = smtpUrl === undefined ? '' : new URL(smtpUrl).hostname;
  return host === '' || isIP(host.replaceAll(/[[\]]/g, '')) > 0 || host === 'localhost' ? undefined : host;
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.');

const notReady = (broken: readonly DeliverabilityCheck[]): DomainError => {
  const words = broken.map(({ name, detail }) => `${name}: ${detail}`).join(' ');
  return new DomainError(
    409,
    'sender_not_ready',
    `More than 1,000 people would get emails that mail providers may refuse. ${words} Send "force": true to send all ` +
      'the same.',
  );
};
