import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  type CustomersEffect,
  type Estimate,
  type Groups,
  type GroupSums,
  type LiftResult,
  type LiftStatus,
  NO_CURRENCY,
  type RevenueVerdict,
} from '#libs/lift';
import { Transform } from 'class-transformer';
import { IsNumber, Matches, Max, Min } from 'class-validator';
import { IfGiven, IsNested, IsWhole } from '../api/fields.js';

const MOST_UNITS = 1_000_000_000;
const DECIMAL = /^-?\d{1,30}(\.\d{1,10})?$/;

/** A number, or a decimal string that becomes one. */
const IsSum = (description: string): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ oneOf: [{ type: 'number' }, { type: 'string' }], example: '11752.64', description }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value,
    ),
    IsNumber({}, { message: '$property must be a number or a decimal string such as "11752.64"' }),
  );

/** The sums over the units of one group whose window has closed. */
class GroupBody implements GroupSums {
  @IsWhole(0, MOST_UNITS, { example: 1612, description: 'Units whose window has closed' })
  n!: number;

  @IsWhole(0, MOST_UNITS, { example: 190, description: 'Units that came back' })
  x!: number;

  @IsSum('Sum of the revenue of each unit, Y')
  sumY!: number;

  @IsSum('Sum of Y squared')
  sumYY!: number;

  @IsSum('Sum of the spend of each unit before its assignment, X')
  sumX!: number;

  @IsSum('Sum of X squared')
  sumXX!: number;

  @IsSum('Sum of X times Y')
  sumXY!: number;
}

export class CalculateLiftBody implements Groups<GroupSums> {
  @IsWhole(0, 50, { example: 20, description: 'Percent of people who were held back' })
  percent!: number;

  @IsNested(() => GroupBody, { type: GroupBody })
  treated!: GroupBody;

  @IsNested(() => GroupBody, { type: GroupBody })
  holdout!: GroupBody;

  @IfGiven()
  @Matches(/^[A-Z]{3}$/, { message: '$property must be an ISO 4217 code such as USD' })
  @ApiPropertyOptional({ example: 'USD', default: NO_CURRENCY, description: 'ISO 4217; XXX stands for no currency' })
  currency?: string;

  @IfGiven()
  @Max(60)
  @Min(0.0001)
  @IsNumber()
  @ApiPropertyOptional({ example: 14, default: 14, minimum: 0.0001, maximum: 60 })
  windowDays?: number;
}

/** An estimate and its 95 % interval. A null is unbounded, or not known yet. */
export class EstimateAnswer {
  @ApiProperty({ type: 'number', nullable: true, example: 102.75 })
  estimate!: number | null;

  @ApiProperty({ type: 'number', nullable: true, example: 26.96 })
  low!: number | null;

  @ApiProperty({ type: 'number', nullable: true, example: 160.63 })
  high!: number | null;

  static readonly NONE: EstimateAnswer = { estimate: null, low: null, high: null };

  /** `divisor` turns a figure for all customers into one for each customer. */
  static of(from: { [Key in keyof Estimate]: number | null } | undefined, divisor = 1): EstimateAnswer {
    if (!from) return EstimateAnswer.NONE;
    const rounded = (value: number | null): number | null => (value === null ? null : toPlaces(value / divisor, 6));
    return { estimate: rounded(from.estimate), low: rounded(from.low), high: rounded(from.high) };
  }
}

export class LiftMoney {
  @ApiProperty({ example: '6442.00' })
  amount!: string;

  @ApiProperty({ example: 'USD' })
  currency!: string;
}

/** An estimate of money and its 95 % interval. A null is not known yet. */
export class MoneyEstimateAnswer {
  @ApiProperty({ type: LiftMoney, nullable: true })
  estimate!: LiftMoney | null;

  @ApiProperty({ type: LiftMoney, nullable: true })
  low!: LiftMoney | null;

  @ApiProperty({ type: LiftMoney, nullable: true })
  high!: LiftMoney | null;

  static of(from: Estimate | undefined, currency: string, places: number) {
    const money = (value: number | undefined): LiftMoney | null =>
      value === undefined ? null : { amount: toPlaces(value, places).toFixed(places), currency };
    return { estimate: money(from?.estimate), low: money(from?.low), high: money(from?.high) };
  }
}

export const STATUSES = [
  'off',
  'empty',
  'split_broken',
  'too_early',
  'unclear',
  'brought_back',
  'drove_away',
] as const satisfies readonly LiftStatus[];

export class CustomersLiftAnswer {
  @ApiProperty({ enum: STATUSES })
  status!: LiftStatus;

  @ApiProperty({ type: 'number', nullable: true, example: 0.002285, description: 'Valid whenever it is read' })
  pValue!: number | null;

  @ApiProperty({ type: EstimateAnswer, description: 'Difference of the rates at which customers come back, 0 to 1' })
  difference!: EstimateAnswer;

  @ApiProperty({ type: EstimateAnswer, description: 'The treated rate divided by the holdout rate, minus 1' })
  relativeLift!: EstimateAnswer;

  @ApiProperty({ type: EstimateAnswer, description: 'Customers who came back because of the sequence' })
  incremental!: EstimateAnswer;

  static of(status: LiftStatus, treated: number, effect: CustomersEffect | null): CustomersLiftAnswer {
    const said = status === 'too_early' || !effect ? undefined : effect;
    return {
      status,
      pValue: said ? said.pValue : null,
      difference: EstimateAnswer.of(said?.incremental, treated),
      relativeLift: EstimateAnswer.of(said?.relativeLift),
      incremental: EstimateAnswer.of(said?.incremental),
    };
  }
}

export const REVENUE_STATUSES = ['off', 'empty', 'split_broken', 'too_early', 'unclear', 'more', 'less'] as const;

export class RevenueLiftAnswer {
  @ApiProperty({ enum: REVENUE_STATUSES })
  status!: LiftStatus | RevenueVerdict;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'How much of the spend before counts against the revenue',
  })
  coefficient!: number | null;

  @ApiProperty({ type: MoneyEstimateAnswer })
  perCustomer!: MoneyEstimateAnswer;

  @ApiProperty({ type: MoneyEstimateAnswer, description: 'For all treated customers together' })
  incremental!: MoneyEstimateAnswer;

  static of({ status, revenue }: LiftResult, currency: string): RevenueLiftAnswer {
    const said = !revenue || revenue.verdict === 'too_early' ? undefined : revenue;
    return {
      status: revenue ? revenue.verdict : status,
      coefficient: said ? toPlaces(said.coefficient, 12) : null,
      perCustomer: MoneyEstimateAnswer.of(said?.perCustomer, currency, 4),
      incremental: MoneyEstimateAnswer.of(said?.incremental, currency, 2),
    };
  }
}

export class LiftAnswer {
  @ApiProperty({ enum: STATUSES })
  status!: LiftStatus;

  @ApiProperty({ type: CustomersLiftAnswer })
  customers!: CustomersLiftAnswer;

  @ApiProperty({ type: RevenueLiftAnswer })
  revenue!: RevenueLiftAnswer;

  @ApiProperty({
    type: [String],
    example: ['190 of 1612 came back (11.8 %); of the 388 who got nothing 21 did (5.4 %).'],
    description: 'The result in the language of Accept-Language',
  })
  sentences!: readonly string[];

  static of(result: LiftResult, treated: number, currency: string, sentences: readonly string[]): LiftAnswer {
    return {
      status: result.status,
      customers: CustomersLiftAnswer.of(result.status, treated, result.customers),
      revenue: RevenueLiftAnswer.of(result, currency),
      sentences,
    };
  }
}

/** Rounded to so many decimals, and never -0. */
export const toPlaces = (value: number, places: number): number => Number(value.toFixed(places)) + 0;
