import { ApiProperty } from '@nestjs/swagger';
import {
  CHECK_STATUSES,
  type CheckStatus,
  type DnsFix,
  type Finding,
  FINDING_CODES,
  type FindingCode,
} from './finding.js';

const CHECKS = ['spf', 'dkim', 'dmarc', 'one_click_unsubscribe', 'postal_address'] as const;

export class DnsFixAnswer implements DnsFix {
  @ApiProperty({ enum: ['TXT'] })
  readonly type!: 'TXT';

  @ApiProperty({ example: '_dmarc.shop.example' })
  readonly host!: string;

  @ApiProperty({ example: 'v=DMARC1; p=none; rua=mailto:postmaster@shop.example' })
  readonly value!: string;
}

export class DeliverabilityCheck implements Finding {
  @ApiProperty({ enum: CHECKS })
  readonly name!: (typeof CHECKS)[number];

  @ApiProperty({
    enum: CHECK_STATUSES,
    description: 'unknown: the DNS gave no answer, or it can not be seen from here',
  })
  readonly status!: CheckStatus;

  @ApiProperty({ enum: FINDING_CODES, description: 'What was found, for programs that say it in other words' })
  readonly code!: FindingCode;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { domain: 'shop.example' },
    description: 'The names and numbers of `detail`',
  })
  readonly values!: Readonly<Record<string, string>>;

  @ApiProperty({ example: 'shop.example has no DMARC record. Add the record below.' })
  readonly detail!: string;

  @ApiProperty({
    type: DnsFixAnswer,
    nullable: true,
    description: 'The record to add or to put in place of the present one',
  })
  readonly fix!: DnsFixAnswer | null;
}

/** Whether mail providers let a brand's emails in. */
export class DeliverabilityAnswer {
  @ApiProperty({ description: 'Whether every check passed' })
  readonly ready!: boolean;

  @ApiProperty({ type: [DeliverabilityCheck] })
  readonly checks!: DeliverabilityCheck[];
}
