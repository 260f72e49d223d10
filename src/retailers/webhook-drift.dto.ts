import { ApiProperty } from '@nestjs/swagger';

/** Everything that the watch over an installation has repaired so far. */
export class WebhookDrift {
  @ApiProperty({ example: 2, description: 'Webhook subscriptions that were missing' })
  restoredTopics!: number;

  @ApiProperty({ example: 14, description: 'Records that no delivery had reported' })
  lateRecords!: number;

  @ApiProperty({ format: 'date-time' })
  lastFoundAt!: string;
}
