import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsString, Length, ValidateIf } from 'class-validator';
import { type Backfilled, RetailerAnswer, type RetailerView } from '../../retailers/retailer.dto.js';
import { FLAGS, type Flags } from '../../retailers/flags.js';
import { IfGiven, IsNested, IsPlainText } from '../../api/fields.js';

/**
 * The secret encrypts and signs tokens: a short secret could be guessed from a single token. The platform's secrets
 * have 32 characters.
 */
const MULTIPASS_SECRET = { least: 16, most: 255 } as const;

export class RetailerSettingsBody {
  @IfGiven()
  @IsBoolean()
  @ApiPropertyOptional({
    example: true,
    description: 'Count unpaid orders (pending, authorized) too. A change recounts all orders of the store',
  })
  countUnpaidOrders?: boolean;
}

export class ChangeRetailerBody {
  @IsNested(() => RetailerSettingsBody, { required: false })
  settings?: RetailerSettingsBody;

  @ValidateIf((_body, value: unknown) => value !== undefined && value !== null)
  @IsString()
  @Length(MULTIPASS_SECRET.least, MULTIPASS_SECRET.most)
  @IsPlainText()
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    writeOnly: true,
    example: '5d1b0e8a6f3c4d2e9b7a8c6d5e4f3a2b',
    description: "The store's Multipass secret. It is stored encrypted and never part of an answer. Null removes it",
  })
  multipassSecret?: string | null;
}

/** The flags that may be given. Each is optional. */
export class FlagsBody implements Partial<Flags> {
  @IfGiven()
  @IsBoolean()
  @ApiPropertyOptional({ example: true, description: FLAGS.bulkReads.about })
  bulkReads?: boolean;
}

/** What operators of the service may change, and owners of the store may not. */
export class AdminChangeRetailerBody extends ChangeRetailerBody {
  @IsNested(() => FlagsBody, { required: false })
  flags?: FlagsBody;
}

export class FlagsAnswer implements Flags {
  @ApiProperty({ example: true, description: FLAGS.bulkReads.about })
  bulkReads!: boolean;
}

class RetailerSettingsAnswer {
  @ApiProperty({ example: false })
  countUnpaidOrders!: boolean;
}

export class RetailerDetailAnswer extends RetailerAnswer {
  @ApiProperty({ type: RetailerSettingsAnswer })
  settings!: RetailerSettingsAnswer;

  @ApiProperty({ type: FlagsAnswer, description: 'Features that operators of the service turn on and off' })
  flags!: FlagsAnswer;

  @ApiProperty({ example: false, description: 'Whether Multipass tokens of the store are accepted' })
  multipassConfigured!: boolean;

  static ofDetail(
    view: RetailerView,
    backfill: Backfilled,
    multipassConfigured: boolean,
    flags: Flags,
  ): RetailerDetailAnswer {
    const { countUnpaidOrders = false } = view.settings;
    const answer = RetailerAnswer.of(view, backfill);
    const settings = { countUnpaidOrders };
    return Object.assign(new RetailerDetailAnswer(), answer, { settings, flags, multipassConfigured });
  }
}
