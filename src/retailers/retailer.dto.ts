import { ApiProperty } from '@nestjs/swagger';
import { BackfillAnswer } from './backfill.dto.js';
import {
  type Platform,
  PLATFORMS,
  type Retailer,
  RETAILER_STATUSES,
  type RetailerStatus,
  type WebhookState,
} from './retailer.entity.js';
import { WebhookDrift } from './webhook-drift.dto.js';
import {
  partsOf,
  WEBHOOK_PROBLEM_CODES,
  type WebhookProblemCode,
  type WebhookProblemParts,
} from './webhook-problems.js';

export class BrandRef {
  @ApiProperty({ format: 'uuid', example: '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11' })
  id!: string;

  @ApiProperty({ example: 'Shop One' })
  name!: string;
}

class WebhookProblemAnswer implements WebhookProblemParts {
  @ApiProperty({ enum: WEBHOOK_PROBLEM_CODES })
  readonly code!: WebhookProblemCode;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { topic: 'orders/create', reason: 'the address is not allowed' },
    description: 'topic, scope, host and reason, as far as they are known',
  })
  readonly values!: Readonly<Record<string, string>>;
}

class WebhookAnswer {
  @ApiProperty({ type: [String], example: ['orders/create'] })
  registered!: readonly string[];

  @ApiProperty({ type: [String], example: [], description: 'Topics that the platform refused, with its reason' })
  problems!: readonly string[];

  @ApiProperty({ type: [WebhookProblemAnswer], description: 'The problems in parts' })
  problemParts!: readonly WebhookProblemAnswer[];

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the subscriptions were last checked',
  })
  lastCheckedAt!: string | null;

  @ApiProperty({ type: WebhookDrift, nullable: true, description: 'What the watch over the store has repaired' })
  drift!: WebhookDrift | null;

  static of({ registered, problems, lastCheckedAt, drift }: WebhookState): WebhookAnswer {
    const problemParts = problems.map((problem) => partsOf(problem));
    return { registered, problems, problemParts, lastCheckedAt: lastCheckedAt ?? null, drift: drift ?? null };
  }
}

/** A retailer with its brands. */
export type RetailerView = Retailer & { readonly brands: readonly BrandRef[] };

export type Backfilled = BackfillAnswer | null;

export class RetailerAnswer {
  @ApiProperty({ format: 'uuid', example: '8a1f0d3e-7b65-5c4d-8e2f-1a0b9c8d7e6f' })
  id!: string;

  @ApiProperty({ enum: [...PLATFORMS] })
  platform!: Platform;

  @ApiProperty({ example: 'shop1.myshopify.com' })
  externalId!: string;

  @ApiProperty({ example: 'Shop One' })
  name!: string;

  @ApiProperty({ enum: RETAILER_STATUSES })
  status!: RetailerStatus;

  @ApiProperty({ type: [String], example: [] })
  missingScopes!: readonly string[];

  @ApiProperty({ type: String, nullable: true, example: 'USD', description: "Null until the store's record was read" })
  currency!: string | null;

  @ApiProperty({ type: [BrandRef] })
  brands!: readonly BrandRef[];

  @ApiProperty({ type: String, format: 'date-time' })
  installedAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  uninstalledAt!: Date | null;

  @ApiProperty()
  webhooks!: WebhookAnswer;

  @ApiProperty({
    type: BackfillAnswer,
    nullable: true,
    description: "The reading of the store's past; null where it was never read",
  })
  backfill!: Backfilled;

  static of(view: RetailerView, backfill: Backfilled): RetailerAnswer {
    const { id, platform, externalId, name, status, missingScopes, currency, brands, webhooks } = view;
    const { installedAt, uninstalledAt } = view;
    return {
      id,
      platform,
      externalId,
      name,
      status,
      missingScopes,
      currency,
      brands,
      installedAt,
      uninstalledAt,
      webhooks: WebhookAnswer.of(webhooks),
      backfill,
    };
  }
}
