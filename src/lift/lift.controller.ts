import { Body, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, invalidInput, type InputError } from '#libs/kernel';
import { liftResult, liftSentences, NO_CURRENCY } from '#libs/lift';
import { AdminController } from '../admin-actions/admin-controller.decorator.js';
import { ApiLanguage } from './results/results.docs.js';
import { resultsLanguage } from './results/results-language.js';
import { CalculateLiftBody, LiftAnswer } from './lift.dto.js';

const DEFAULT_WINDOW_DAYS = 14;

@AdminController('lift')
export class LiftController {
  @Post('calculate')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Estimate what a sequence caused, from the sums of both groups',
    description: 'Stores nothing. The intervals may be looked at as often as one likes.',
  })
  @ApiLanguage('the sentences')
  @ApiOkResponse({ type: LiftAnswer })
  @ApiProblems(400, 422)
  calculate(@Body() body: CalculateLiftBody, @Headers('accept-language') accepted?: string): LiftAnswer {
    refuseImpossible(body);
    const { currency = NO_CURRENCY, windowDays = DEFAULT_WINDOW_DAYS } = body;
    const result = liftResult(body);
    const language = resultsLanguage(accepted);
    return LiftAnswer.of(
      result,
      body.treated.n,
      currency,
      liftSentences(body, result, { language, windowDays, currency }),
    );
  }
}

/** Refuses sums that no units can have: more returned than there are, or squares smaller than their mean allows. */
function refuseImpossible({ treated, holdout }: CalculateLiftBody): void {
  const errors = Object.entries({ treated, holdout }).flatMap(
    ([name, { n, x, sumY, sumYY, sumX, sumXX }]): InputError[] => [
      ...(x > n ? [{ pointer: `/${name}/x`, detail: 'must not be greater than n' }] : []),
      ...(sumYY * n < sumY ** 2 * (1 - SLACK) ? [{ pointer: `/${name}/sumYY`, detail: TOO_SMALL('sumY') }] : []),
      ...(sumXX * n < sumX ** 2 * (1 - SLACK) ? [{ pointer: `/${name}/sumXX`, detail: TOO_SMALL('sumX') }] : []),
    ],
  );
  if (errors.length > 0) throw invalidInput(errors);
}

/** The relative error that rounding may leave in a sum. */
const SLACK = 1e-9;
const TOO_SMALL = (sum: string): string => `is smaller than ${sum} squared divided by n, which no values have`;
