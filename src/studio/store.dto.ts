import { ApiProperty } from '@nestjs/swagger';
import type { RetailerRole } from '../auth/token-rules.js';

class TeamMemberAnswer {
  @ApiProperty({ example: '7', description: "The platform's id" })
  readonly id!: string;

  @ApiProperty({ enum: ['owner', 'member'], nullable: true })
  readonly role!: RetailerRole | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly roleSince!: Date | null;

  @ApiProperty({ type: String, nullable: true, example: 'ada@example.com' })
  readonly email!: string | null;
}

export class TeamAnswer {
  @ApiProperty({ type: [TeamMemberAnswer] })
  readonly users!: readonly TeamMemberAnswer[];
}
