import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsIn, IsString, MaxLength, MinLength } from 'class-validator';
import { CODE, JWT, SignedOnCustomer } from '../../auth/customer-tokens.dto.js';
import type { RetailerRole } from '../../auth/token-rules.js';
import type { Marketing } from '../../commerce/model/customer.entity.js';
import { BrandRef, RetailerAnswer } from '../../retailers/retailer.dto.js';
import type { RetailerStatus } from '../../retailers/retailer.entity.js';

/** Longer than every secret that we issue. */
const LONGEST_SECRET = 256;

export class CodeBody {
  @IsString()
  @MinLength(1)
  @MaxLength(LONGEST_SECRET)
  @ApiProperty({ example: CODE, description: 'The `code` in the address to which an install or a load redirected' })
  code!: string;
}

export class RefreshTokenBody {
  @IsString()
  @MinLength(1)
  @MaxLength(LONGEST_SECRET)
  @ApiProperty({ example: CODE })
  refreshToken!: string;
}

export class PreferencesBody {
  @IsIn(['subscribed', 'unsubscribed'])
  @ApiProperty({ enum: ['subscribed', 'unsubscribed'] })
  marketing!: 'subscribed' | 'unsubscribed';
}

export class CustomerMeAnswer extends SignedOnCustomer {
  @ApiProperty({ type: String, nullable: true, example: 'Jane' })
  firstName!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Doe' })
  lastName!: string | null;

  @ApiProperty({ example: 3 })
  ordersCount!: number;

  @ApiProperty({ example: '187.50' })
  totalSpent!: string;

  @ApiProperty({ type: String, nullable: true, example: 'USD' })
  currency!: string | null;

  @ApiProperty({ type: Date, nullable: true, example: '2026-01-02T03:04:05.000Z' })
  firstOrderAt!: Date | null;

  @ApiProperty({ type: Date, nullable: true, example: '2026-10-02T03:04:05.000Z' })
  lastOrderAt!: Date | null;

  @ApiProperty({ enum: ['subscribed', 'unsubscribed', 'unknown'] })
  marketing!: Marketing;
}

class RetailerUser {
  @ApiProperty({ example: '7', description: "The platform's id of the user" })
  id!: string;

  @ApiProperty({ enum: ['owner', 'member'] })
  role!: RetailerRole;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'The operator who acts for the store' })
  operator!: string | null;
}

export class RetailerMeAnswer extends PickType(RetailerAnswer, ['id', 'platform', 'externalId', 'name']) {
  @ApiProperty({ enum: ['installed', 'needs_reauth'] })
  status!: RetailerStatus;

  @ApiProperty({ type: String, nullable: true, example: 'USD' })
  currency!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'de', description: 'Of the storefront, BCP 47' })
  language!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Europe/Berlin' })
  timeZone!: string | null;

  @ApiProperty({ type: [String], example: [], description: 'Scopes that the merchant has not granted yet' })
  missingScopes!: readonly string[];

  @ApiProperty({ type: [BrandRef] })
  brands!: readonly BrandRef[];

  @ApiProperty({ example: '2026-11-20T10:00:00.000Z' })
  installedAt!: Date;

  @ApiProperty({ type: RetailerUser })
  user!: RetailerUser;
}

export class RetailerSessionAnswer {
  @ApiProperty({ example: JWT, description: 'Opens /retailer and /platform-a/subscriptions' })
  accessToken!: string;

  @ApiProperty({ example: 28_800, description: 'Seconds' })
  expiresIn!: number;

  @ApiProperty({ type: RetailerMeAnswer })
  retailer!: RetailerMeAnswer;
}
