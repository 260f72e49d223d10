import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsString, Matches, MaxLength } from 'class-validator';
import { IfGiven, Trim } from '../api/fields.js';
import { OFFER_KINDS, type OfferKind } from '../stores/discounts.js';

export const OFFER_FALLBACKS = ['send', 'skip'] as const;

const IsDuration = () => applyDecorators(IsString(), MaxLength(40));

/** The letters that both platforms accept in a code. */
const CODE = /^[\p{L}\p{N}_-]{1,50}$/u;

/** An offer, as the admin writes it into the definition of a sequence. */
export class Offer {
  @IsIn(OFFER_KINDS)
  @ApiProperty({ enum: OFFER_KINDS })
  readonly kind!: OfferKind;

  @ApiPropertyOptional({
    oneOf: [{ type: 'number', minimum: 1, maximum: 100 }, { type: 'string' }],
    example: 10,
    description: 'percent: a number from 1 to 100. amount: a decimal string in the currency of the store. Else absent',
  })
  @IfGiven()
  readonly value?: number | string | undefined;

  @IfGiven()
  @IsString()
  @MaxLength(20)
  @ApiPropertyOptional({
    type: String,
    example: '50.00',
    description: 'The least order value, in the currency of the store',
  })
  readonly minimum?: string | undefined;

  @IsDuration()
  @ApiProperty({
    example: 'P7D',
    description: 'ISO 8601 duration: when the codes end, counted from the start of the run',
  })
  readonly endsIn!: string;

  @IsIn(OFFER_FALLBACKS)
  @ApiProperty({
    enum: OFFER_FALLBACKS,
    description: 'What happens to an email whose code is not ready in time: it goes without the offer, or not at all',
  })
  readonly fallback!: (typeof OFFER_FALLBACKS)[number];

  @IfGiven()
  @Trim()
  @Matches(CODE, { message: '$property must have 1 to 50 letters, digits, dashes and underscores' })
  @ApiPropertyOptional({
    type: String,
    example: 'WELCOME10',
    description: 'A code of the store that all recipients share. Without it each recipient gets a code of their own',
  })
  readonly code?: string | undefined;

  @IfGiven()
  @IsDuration()
  @ApiPropertyOptional({
    type: String,
    default: 'PT2H',
    example: 'PT2H',
    description: 'ISO 8601 duration: how long an email waits for its code after its step is due',
  })
  readonly waitUpTo?: string | undefined;
}

/** The terms of an offer, as they are stored. */
export type OfferTerms = Readonly<Offer>;
