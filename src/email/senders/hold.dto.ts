import { ApiProperty } from '@nestjs/swagger';
import { HOLD_KINDS, type HoldCause, type HoldKind } from '../ledger/stream-hold.entity.js';

/** Why the service itself paused emails. */
export class PausedBy {
  @ApiProperty({ enum: HOLD_KINDS })
  readonly kind!: HoldKind;

  @ApiProperty({ example: 'gmail', description: 'A mailbox provider by the domains of recipients, or `other`' })
  readonly provider!: string;

  @ApiProperty({ example: 1_000, description: 'Emails to this provider in 30 days, or since the last resumption' })
  readonly emails!: number;

  @ApiProperty({ example: 6, description: 'How many of them were complained about, or bounced' })
  readonly cases!: number;

  @ApiProperty({
    example: '6 of 1000 emails to gmail were reported as spam (0.6 %). Gmail and Yahoo ask for less than 0.1 %.',
  })
  readonly detail!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly at!: Date;
}

const LIMITS: Readonly<Record<HoldKind, string>> = {
  complaints: 'were reported as spam',
  hard_bounces: 'went to mailboxes that do not exist',
};
const ASKED: Readonly<Record<HoldKind, string>> = {
  complaints: 'Mailbox providers ask for less than 0.1 % and punish 0.3 %.',
  hard_bounces: 'Mailbox providers expect less than 2 %.',
};

export function pausedBy({ kind, provider, emails, cases }: HoldCause, at: Date): PausedBy {
  const percent = ((100 * cases) / emails).toFixed(1);
  const detail =
    `${cases} of ${emails} emails to ${provider} ${LIMITS[kind]} (${percent} %). ${ASKED[kind]} Find the cause, ` +
    'such as an old list or a misleading subject, and resume.';
  return { kind, provider, emails, cases, detail, at };
}
