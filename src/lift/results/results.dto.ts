import { ApiProperty } from '@nestjs/swagger';
import type { LiftStatus, RevenueVerdict } from '#libs/lift';
import {
  CustomersLiftAnswer,
  EstimateAnswer,
  LiftMoney,
  REVENUE_STATUSES,
  RevenueLiftAnswer,
  STATUSES,
} from '../lift.dto.js';

export const NOTICES = ['definition_changed', 'execution_cancelled', 'holdout_contaminated'] as const;
export type Notice = (typeof NOTICES)[number];

class EarlierExperimentAnswer {
  @ApiProperty({ type: 'integer', example: 1, description: 'Counts the experiments of the sequence or brand' })
  number!: number;

  @ApiProperty({ type: 'integer', example: 20, description: 'Percent of people who are held back' })
  percent!: number;

  @ApiProperty({ example: 14, description: 'Days from the assignment in which orders count' })
  windowDays!: number;

  @ApiProperty({ type: Date, nullable: true, description: 'From here on nobody is assigned; open windows run on' })
  endedAt!: Date | null;

  @ApiProperty({ enum: STATUSES })
  status!: LiftStatus;
}

class ExperimentAnswer {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  @ApiProperty({ type: 'integer', example: 1, description: 'Counts the experiments of the sequence or brand' })
  number!: number;

  @ApiProperty({ type: 'integer', example: 20, description: 'Percent of people who are held back' })
  percent!: number;

  @ApiProperty({ example: 14, description: 'Days from the assignment in which orders count' })
  windowDays!: number;

  @ApiProperty({ description: 'The key of the HMAC that decides the groups' })
  salt!: string;

  @ApiProperty()
  startedAt!: Date;

  @ApiProperty({ type: Date, nullable: true, description: 'From here on nobody is assigned; open windows run on' })
  endedAt!: Date | null;
}

class GroupCountsAnswer {
  @ApiProperty({ type: 'integer', example: 1612 })
  treated!: number;

  @ApiProperty({ type: 'integer', example: 388 })
  holdout!: number;
}

class OpenAnswer extends GroupCountsAnswer {
  @ApiProperty({ type: Date, nullable: true })
  firstClosesAt!: Date | null;

  @ApiProperty({ type: Date, nullable: true })
  lastClosesAt!: Date | null;
}

class SoFarGroupAnswer {
  @ApiProperty({ type: 'integer', example: 1612 })
  customers!: number;

  @ApiProperty({ type: 'integer', example: 190 })
  cameBack!: number;
}

class SoFarAnswer {
  @ApiProperty({ type: SoFarGroupAnswer })
  treated!: SoFarGroupAnswer;

  @ApiProperty({ type: SoFarGroupAnswer })
  holdout!: SoFarGroupAnswer;
}

class ClosedGroupAnswer extends SoFarGroupAnswer {
  @ApiProperty({ type: 'number', nullable: true, example: 0.117866, description: 'Came back, 0 to 1; null for nobody' })
  rate!: number | null;

  @ApiProperty({ type: 'integer', example: 201 })
  orders!: number;

  @ApiProperty({ type: LiftMoney })
  revenue!: LiftMoney;

  @ApiProperty({ type: 'integer', example: 9, description: 'Customers who have said no to emails since' })
  unsubscribed!: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Erased customers, who stay in all figures of the group' })
  erased!: number;
}

class ClosedAnswer {
  @ApiProperty({ type: ClosedGroupAnswer })
  treated!: ClosedGroupAnswer;

  @ApiProperty({ type: ClosedGroupAnswer })
  holdout!: ClosedGroupAnswer;
}

class OrdersLiftAnswer {
  @ApiProperty({ enum: REVENUE_STATUSES })
  status!: LiftStatus | RevenueVerdict;

  @ApiProperty({ type: EstimateAnswer })
  perCustomer!: EstimateAnswer;

  @ApiProperty({ type: EstimateAnswer, description: 'For all treated customers together' })
  incremental!: EstimateAnswer;
}

class SplitCheckAnswer {
  @ApiProperty({ type: 'integer', example: 20 })
  plannedPercent!: number;

  @ApiProperty({ type: 'number', nullable: true, example: 19.4, description: 'Null while nobody is assigned' })
  observedPercent!: number | null;

  @ApiProperty({ description: 'False: the groups are not divided as planned, so nothing is compared' })
  ok!: boolean;
}

class ExposureAnswer {
  @ApiProperty({ type: 'integer', description: 'Treated customers who were emailed' })
  treatedMailed!: number;

  @ApiProperty({ type: 'integer', description: 'Held-back customers who were emailed all the same; should be 0' })
  holdoutMailed!: number;

  @ApiProperty({ type: GroupCountsAnswer, description: 'Customers with emails of other sequences in their window' })
  mailedByOthers!: GroupCountsAnswer;
}

class AttributedOrdersAnswer {
  @ApiProperty({ type: 'integer', example: 40 })
  orders!: number;

  @ApiProperty({ type: LiftMoney })
  revenue!: LiftMoney;
}

class ClicksAnswer {
  @ApiProperty({ type: 'integer', description: 'Links that people clicked, each once for each email' })
  human!: number;

  @ApiProperty({ type: 'integer', description: 'Requests of robots' })
  robot!: number;
}

export class AttributedAnswer {
  @ApiProperty({ type: AttributedOrdersAnswer, description: 'Orders that carry the personal code of a recipient' })
  byCode!: AttributedOrdersAnswer;

  @ApiProperty({ type: AttributedOrdersAnswer, description: 'Orders within 120 hours after the last click on a link' })
  byClick!: AttributedOrdersAnswer;

  @ApiProperty({ type: AttributedOrdersAnswer, description: 'Orders with either, each once' })
  byEither!: AttributedOrdersAnswer;

  @ApiProperty({ type: ClicksAnswer })
  clicks!: ClicksAnswer;
}

class VersionAnswer extends GroupCountsAnswer {
  @ApiProperty({ type: 'integer', example: 3 })
  sequenceVersion!: number;
}

class OutlookRowAnswer {
  @ApiProperty({ example: 0.5, description: 'How many more come back with the sequence: 0.5 is half as many again' })
  relativeLift!: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Null where so many more cannot come back' })
  recipients!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Null while nobody enters' })
  weeks!: number | null;
}

class ResultsOutlookAnswer {
  @ApiProperty({ example: 0.05, description: 'The rate at which customers come back by themselves' })
  baseRate!: number;

  @ApiProperty({ example: 120.5, description: 'Customers a week who entered in the last 28 days' })
  perWeek!: number;

  @ApiProperty({ type: [OutlookRowAnswer], description: 'With 50 percent where nobody is held back' })
  rows!: OutlookRowAnswer[];
}

export class ResultsAnswer {
  @ApiProperty({ type: String, nullable: true, description: 'Null for the results of a brand' })
  sequenceId!: string | null;

  @ApiProperty({ format: 'uuid' })
  brandId!: string;

  @ApiProperty({ description: 'The instant of the figures' })
  asOf!: Date;

  @ApiProperty({ enum: STATUSES })
  status!: LiftStatus;

  @ApiProperty({ type: [String], description: 'The results in the language of Accept-Language' })
  sentences!: readonly string[];

  @ApiProperty({ enum: NOTICES, isArray: true })
  notices!: readonly Notice[];

  @ApiProperty({ type: ExperimentAnswer, nullable: true, description: 'Null where nobody was ever held back' })
  experiment!: ExperimentAnswer | null;

  @ApiProperty({ type: [EarlierExperimentAnswer], description: 'The experiments before this one, newest first' })
  earlier!: EarlierExperimentAnswer[];

  @ApiProperty({ type: GroupCountsAnswer })
  assigned!: GroupCountsAnswer;

  @ApiProperty({ type: OpenAnswer, description: 'Customers whose window is open' })
  open!: OpenAnswer;

  @ApiProperty({ type: SoFarAnswer, description: 'All customers, also those whose window is open. It proves nothing.' })
  soFar!: SoFarAnswer;

  @ApiProperty({ type: ClosedAnswer, description: 'Customers whose window has closed: the estimates are theirs' })
  closed!: ClosedAnswer;

  @ApiProperty({ type: CustomersLiftAnswer })
  customers!: CustomersLiftAnswer;

  @ApiProperty({ type: RevenueLiftAnswer })
  revenue!: RevenueLiftAnswer;

  @ApiProperty({ type: OrdersLiftAnswer })
  orders!: OrdersLiftAnswer;

  @ApiProperty({ type: SplitCheckAnswer })
  split!: SplitCheckAnswer;

  @ApiProperty({ type: ExposureAnswer })
  exposure!: ExposureAnswer;

  @ApiProperty({ type: AttributedAnswer, description: 'Orders of treated customers. Some would have come anyway.' })
  attributed!: AttributedAnswer;

  @ApiProperty({ type: [VersionAnswer] })
  versions!: VersionAnswer[];

  @ApiProperty({ type: ResultsOutlookAnswer })
  outlook!: ResultsOutlookAnswer;
}
