import { Injectable } from '@nestjs/common';
import { notFound } from '#libs/kernel';
import { CODE_SECONDS, OneTimeCodesService } from '../../auth/one-time-codes.service.js';
import { Runtime } from '../../config/runtime.js';
import { notUsable } from '../../retailers/install-state.js';
import type { Retailer } from '../../retailers/retailer.entity.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import type { AdminSsoTicketAnswer } from './admin-sso.dto.js';

/** Redirects to the app's page in the admin of a store. This grants no right: the platform asks for its own login. */
@Injectable()
export class PlatformAAdminSsoService {
  constructor(
    private readonly runtime: Runtime,
    private readonly retailers: RetailersService,
    private readonly codes: OneTimeCodesService,
  ) {}

  /** @throws {DomainError} 404 unknown, 409 not installed */
  async ticket(retailerId: string, subject: string): Promise<AdminSsoTicketAnswer> {
    const { id } = await this.installed(retailerId);
    const ticket = await this.codes.issue('admin-sso', { retailerId: id, subject, role: 'owner' });
    const url = `${this.runtime.publicUrl}/platform-a/admin-sso/${id}?ticket=${ticket}`;
    return { ticket, url, expiresIn: CODE_SECONDS };
  }

  /** Uses the ticket up and returns its subject; 404 where the ticket is for another retailer. */
  async redeem(ticket: string, retailerId: string): Promise<string> {
    const holder = await this.codes.redeem('admin-sso', ticket);
    if (holder.retailerId !== retailerId.toLowerCase()) throw notFound('retailer');
    return holder.subject;
  }

  /** The address of the app's page in the store's admin. No part of it comes from the request. */
  async pageOf(retailerId: string): Promise<string> {
    const { adminBaseUrl, clientId } = this.runtime.platformA();
    const { externalId } = await this.installed(retailerId);
    const [handle = ''] = externalId.split('.');
    return `${adminBaseUrl}/store/${handle}/apps/${encodeURIComponent(clientId)}`;
  }

  /** Includes a store that has to authorize again, because the merchant does so in its admin. */
  private async installed(retailerId: string): Promise<Retailer> {
    const retailer = await this.retailers.get(retailerId);
    if (retailer.platform !== 'platform-a') throw notFound('retailer');
    if (retailer.status === 'uninstalled') throw notUsable(retailer.status);
    return retailer;
  }
}
