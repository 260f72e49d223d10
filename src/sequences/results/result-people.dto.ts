import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IfGiven } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';
import { LiftMoney } from '../../lift/lift.dto.js';
import { ResultsQuery } from './results-query.dto.js';

const MEANS = ['code', 'click'] as const;

/** The part of the people of an experiment's results that a request asks for. */
export class ResultPeopleQuery extends IntersectionType(PageQuery, ResultsQuery) {}

export class AttributedOrdersQuery extends ResultPeopleQuery {
  @IfGiven()
  @IsIn(MEANS)
  @ApiPropertyOptional({ enum: MEANS, description: 'Only orders with a code, or only orders after a click' })
  by?: (typeof MEANS)[number];
}

class PersonAnswer {
  @ApiProperty({ format: 'uuid' })
  readonly customerId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'bob@example.com' })
  readonly email!: string | null;
}

/** An order that the results of a sequence count. */
export class AttributedOrderAnswer extends PersonAnswer {
  @ApiProperty({ example: '450789469', description: "The platform's id of the order" })
  readonly externalId!: string;

  @ApiProperty({ format: 'date-time' })
  readonly orderedAt!: Date;

  @ApiProperty({ type: LiftMoney, description: "Net, as the results count it: 0 in another currency than the store's" })
  readonly revenue!: LiftMoney;

  @ApiProperty({ description: 'The order carries a code of the sequence' })
  readonly byCode!: boolean;

  @ApiProperty({ description: 'The order came within five days of a click on a link of the sequence' })
  readonly byClick!: boolean;
}

/** A person whose clicks the results of a sequence count. */
export class ClickerAnswer extends PersonAnswer {
  @ApiProperty({ type: 'integer', example: 2, description: 'Each link of each email counts once' })
  readonly clicks!: number;

  @ApiProperty({ format: 'date-time', description: 'The last click' })
  readonly lastAt!: Date;
}
