import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, MaxLength, MinLength } from 'class-validator';
import type { CustomerTokens } from '../../auth/customer-sessions.service.js';
import type { RetailerRole } from '../../auth/token-rules.js';
import type { Marketing } from '../../commerce/model/customer.entity.js';
import { type Platform, PLATFORMS, type RetailerStatus } from '../../retailers/retailer.entity.js';

const CODE = '5f0c…64 hexadecimal digits…';
const JWT = 'eyJhbGciOiJIUzI1NiJ9…';
const ID = '8a1f0d3e-7b65-5c4d-8e2f-1a0b9c8d7e6f';

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

class SignedOnCustomer {
  @ApiProperty({ format: 'uuid', example: '1c9d8f5e-0a1b-5c2d-8e3f-4a5b6c7d8e9f' })
  id!: string;

  @ApiProperty({ example: '706405506930370084', description: "The platform's id" })
  externalId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'jane@example.com' })
  email!: string | null;

  @ApiProperty({ format: 'uuid', example: ID })
  retailerId!: string;
}

export class CustomerTokensAnswer implements CustomerTokens {
  @ApiProperty({ example: JWT, description: 'Opens /customer for 15 minutes' })
  accessToken!: string;

  @ApiProperty({ enum: ['Bearer'] })
  tokenType!: 'Bearer';

  @ApiProperty({ example: 900, description: 'Seconds' })
  expiresIn!: number;

  @ApiProperty({ example: CODE, description: 'For POST /auth/token; accepted once, within 30 days' })
  refreshToken!: string;

  @ApiProperty({ type: SignedOnCustomer })
  customer!: SignedOnCustomer;
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
}

class RetailerBrand {
  @ApiProperty({ format: 'uuid', example: '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11' })
  id!: string;

  @ApiProperty({ example: 'Shop One' })
  name!: string;
}

export class RetailerMeAnswer {
  @ApiProperty({ format: 'uuid', example: ID })
  id!: string;

  @ApiProperty({ enum: [...PLATFORMS] })
  platform!: Platform;

  @ApiProperty({ example: 'shop1.myshopify.com' })
  externalId!: string;

  @ApiProperty({ example: 'Shop One' })
  name!: string;

  @ApiProperty({ enum: ['installed', 'needs_reauth'] })
  status!: RetailerStatus;

  @ApiProperty({ type: String, nullable: true, example: 'USD' })
  currency!: string | null;

  @ApiProperty({ type: [String], example: [], description: 'Scopes that the merchant has not granted yet' })
  missingScopes!: readonly string[];

  @ApiProperty({ type: [RetailerBrand] })
  brands!: readonly RetailerBrand[];

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
