import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { type LastOrderView, RecipientQueries, type RecipientView } from '../../commerce/queries/recipient.queries.js';
import { type CompiledEmail, needsOrders } from './compiled-email.js';
import { EmailAssetsService } from './email-assets.service.js';
import { personalImagesIn, type ShownImages } from './personal-image.js';
import { ProductListsService } from './product-lists.service.js';
import { type RecipientScope, recipientScope } from './scope.js';

/** Recipients and the emails that are filled for them; all of one retailer. */
interface Wanted {
  readonly retailerId: string;
  readonly customerIds: readonly string[];
  readonly emails: readonly CompiledEmail[];
  readonly storeUrl: string | undefined;
  /** Whether the lists of the store may be a minute old. */
  readonly mayBeOlder?: boolean;
}

export interface RecipientScopes {
  readonly customers: ReadonlyMap<string, RecipientView>;
  /** The scope of an unknown customer has nothing about the person. */
  of(customerId: string | null): RecipientScope;
}

/** Reads what emails say about their recipients and show of the store, many recipients at a time. */
@Injectable()
export class RecipientScopesService {
  constructor(
    private readonly recipients: RecipientQueries,
    private readonly lists: ProductListsService,
    private readonly assets: EmailAssetsService,
  ) {}

  /** The images that the email would show the customer now. */
  images(retailerId: string, customerId: string, email: CompiledEmail): Promise<ShownImages> {
    return this.assets.preview(retailerId, customerId, personalImagesIn(email));
  }

  /** What the email shows and the store has nothing of now, in words. */
  missing(sql: Sql, retailerId: string, email: CompiledEmail): Promise<string[]> {
    return this.lists.missing(sql, retailerId, email);
  }

  async load(sql: Sql, { retailerId, customerIds, emails, storeUrl, mayBeOlder }: Wanted): Promise<RecipientScopes> {
    const customers = await this.recipients.recipients(sql, retailerId, customerIds);
    const orders: ReadonlyMap<string, LastOrderView> = emails.some(needsOrders)
      ? await this.recipients.lastOrders(sql, retailerId, customerIds)
      : new Map<string, LastOrderView>();
    const lists = mayBeOlder
      ? await this.lists.recent(retailerId, emails, storeUrl)
      : await this.lists.read(sql, retailerId, emails, storeUrl);
    return {
      customers,
      of: (id) => recipientScope(customers.get(id ?? ''), orders.get(id ?? ''), storeUrl, lists),
    };
  }
}
