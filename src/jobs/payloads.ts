import { ArrayMaxSize, IsArray, IsIn, IsUUID, Matches } from 'class-validator';

/** The deliveries of one group commit. Empty where the job only takes what is due. */
export class IntakeBatch {
  @IsArray()
  @ArrayMaxSize(256)
  @IsUUID('all', { each: true })
  retailerIds!: string[];

  /** The deliveries, in the order of `retailerIds`. */
  @IsArray()
  @ArrayMaxSize(256)
  @IsUUID('all', { each: true })
  deliveryIds!: string[];
}

/** Work for one retailer. Postgres says what is due. */
export class RetailerRef {
  @IsUUID('all')
  retailerId!: string;
}

export class CustomerRef extends RetailerRef {
  @IsUUID('all')
  customerId!: string;
}

export class DeliveryRef extends RetailerRef {
  @IsUUID('all')
  deliveryId!: string;
}

/** A delivery about an edit of an order, which the platform names by its id. */
export class EditedOrderRef extends DeliveryRef {
  @Matches(/^\d{1,20}$/)
  orderId!: string;
}

export class SegmentRef extends RetailerRef {
  @IsUUID('all')
  segmentId!: string;
}

export class ExecutionRef extends RetailerRef {
  @IsUUID('all')
  executionId!: string;
}

/** The collections of a store, in the order in which a backfill reads them. */
export const BACKFILL_RESOURCES = ['customers', 'products', 'orders'] as const;
export type BackfillResource = (typeof BACKFILL_RESOURCES)[number];

export class BackfillRef extends RetailerRef {
  @IsIn(BACKFILL_RESOURCES)
  resource!: BackfillResource;
}

export class PrivacyRequestRef extends RetailerRef {
  @IsUUID('all')
  requestId!: string;
}

export class SuppressionImportRef extends RetailerRef {
  @IsUUID('all')
  importId!: string;
}

export class HistoryImportRef extends RetailerRef {
  @IsUUID('all')
  importId!: string;
}

export class ImageRequestRef extends RetailerRef {
  @IsUUID('all')
  requestId!: string;
}

export class ImageRenderRef extends RetailerRef {
  @IsUUID('all')
  renderId!: string;
}
