import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, Matches, Min } from 'class-validator';
import { IfGiven } from '../../api/fields.js';
import { Minter } from '../../auth/module-token.dto.js';
import type { PlanApproval } from '../definitions/plan-approval.js';

export class ApproveBody {
  @IfGiven()
  @Matches(/^[0-9a-f]{64}$/, { message: '$property must be the planHash of a plan' })
  @ApiPropertyOptional({
    example: '9f2c…64 hexadecimal digits…',
    description: 'The plan of a run that a person starts',
  })
  readonly planHash?: string;

  @IfGiven()
  @IsInt()
  @Min(1)
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'Instead of a plan: the version of a sequence that starts by itself',
  })
  readonly version?: number;
}

class PlanApprovalAnswer extends Minter implements PlanApproval {
  @ApiProperty({ format: 'date-time' })
  readonly at!: string;
}

export class ApprovalsAnswer {
  @ApiProperty({ type: [PlanApprovalAnswer], description: 'Who has approved, each person once' })
  readonly approvals!: readonly PlanApprovalAnswer[];

  @ApiProperty({ example: 1, description: 'How many different people must approve, with the one who sends or saves' })
  readonly approvalsNeeded!: number;
}
