import { ApiProperty } from '@nestjs/swagger';
import { ResultsAnswer } from '../../lift/results/results.dto.js';
import { StepVariantsAnswer } from '../variants/variant-results.dto.js';

/** The results of one sequence. */
export class SequenceResultsAnswer extends ResultsAnswer {
  @ApiProperty({ type: [StepVariantsAnswer], description: 'One entry for each step with variants' })
  variants!: readonly StepVariantsAnswer[];
}
