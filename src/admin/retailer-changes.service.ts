import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { RecountHandler } from '../commerce/recount/recount.handler.js';
import { FlagsService } from '../retailers/flags.service.js';
import { MultipassSecretRepository } from '../retailers/multipass-secret.repository.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { BackfillProgressService } from '../stores/backfill/backfill-progress.service.js';
import { type AdminChangeRetailerBody, RetailerDetailAnswer } from './dto/retailer-changes.dto.js';
import { RetailerFlagsAnswer } from './dto/retailer-flags.dto.js';

/** Changes that admins can make to a retailer. */
@Injectable()
export class RetailerChangesService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly recounts: RecountHandler,
    private readonly multipass: MultipassSecretRepository,
    private readonly backfills: BackfillProgressService,
    private readonly flags: FlagsService,
  ) {}

  /** Applies all changes or none. If other orders count after a change, all orders are recounted. */
  async change(given: string, body: AdminChangeRetailerBody, changedBy: string): Promise<RetailerDetailAnswer> {
    const { settings = {}, flags = {}, multipassSecret } = body;
    const { id } = await this.retailers.get(given);
    await this.database.transaction(id, async (tx) => {
      const { before, after } = await this.retailers.changeSettings(tx, id, settings);
      if ((before.countUnpaidOrders ?? false) !== (after.countUnpaidOrders ?? false)) await this.recounts.start(tx, id);
      await this.flags.set(tx, id, flags, changedBy);
      if (multipassSecret !== undefined) await this.multipass.save(tx, id, multipassSecret);
    });
    return this.detail(id);
  }

  async flagsOf(given: string): Promise<RetailerFlagsAnswer> {
    const { id } = await this.retailers.get(given);
    return RetailerFlagsAnswer.of(await this.flags.of(id), await this.flags.history(id));
  }

  async detail(id: string): Promise<RetailerDetailAnswer> {
    const view = await this.retailers.view(id);
    const backfill = await this.backfills.view(view);
    const flags = await this.flags.of(id);
    return RetailerDetailAnswer.ofDetail(view, backfill, await this.multipass.isConfigured(id), flags);
  }
}
