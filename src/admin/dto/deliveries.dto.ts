import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import { PROBLEM_PARTS, type ProblemPartsAnswer } from '#libs/kernel';
import { FactsChangeAnswer } from '../../commerce/queries/facts.dto.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../inbox/delivery.entity.js';
import type { Outcome } from '../../inbox/inbox.repository.js';
import { IfGiven, IsId } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';

const OUTCOMES = ['processed', 'ignored', 'failed', 'pending'];

export class OwnDeliveriesQuery extends PageQuery {
  @IfGiven()
  @IsIn(DELIVERY_STATUSES)
  @ApiPropertyOptional({ enum: DELIVERY_STATUSES })
  status?: DeliveryStatus;
}

export class DeliveriesQuery extends OwnDeliveriesQuery {
  @IfGiven()
  @IsId()
  @ApiPropertyOptional({ format: 'uuid' })
  retailerId?: string;
}

export class ReplayBody {
  @IfGiven()
  @IsBoolean()
  @ApiPropertyOptional({ default: false, description: 'Show what would happen and change nothing' })
  dryRun?: boolean;
}

class TrialOutcome {
  @ApiProperty({ enum: OUTCOMES })
  status!: Outcome['status'];

  @ApiProperty({ type: String, nullable: true })
  problem!: string | null;

  @ApiProperty(PROBLEM_PARTS)
  problemParts!: ProblemPartsAnswer | null;
}

export class ReplayTrialAnswer {
  @ApiProperty({ example: true })
  dryRun!: true;

  @ApiProperty()
  outcome!: TrialOutcome;

  @ApiProperty({ type: [FactsChangeAnswer], description: 'Customers whose facts would change' })
  customers!: readonly FactsChangeAnswer[];
}
