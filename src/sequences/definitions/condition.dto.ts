import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Length, MaxLength } from 'class-validator';
import { IfGiven, IsPlainText, Trim } from '../../api/fields.js';

const IsEarlierStep = (): PropertyDecorator => (target, key) => {
  for (const decorate of [MaxLength(64), IsString(), IfGiven()]) decorate(target, key);
};

/** A question about the recipient, answered right before the step would be sent: exactly one of the keys. */
export class StepCondition {
  @IsEarlierStep()
  @ApiPropertyOptional({
    type: String,
    example: 'hello',
    description: 'The id of an earlier step: a person clicked one of its links',
  })
  readonly clicked?: string | undefined;

  @IsEarlierStep()
  @ApiPropertyOptional({
    type: String,
    description: 'The id of an earlier step: an order arrived after that step was sent',
  })
  readonly ordered?: string | undefined;

  @IsEarlierStep()
  @ApiPropertyOptional({
    type: String,
    description: "The id of an earlier step: the recipient's code of this execution is redeemed",
  })
  readonly redeemed?: string | undefined;

  @IfGiven()
  @Trim()
  @Length(1, 120)
  @IsPlainText()
  @ApiPropertyOptional({ type: String, description: 'The name of a segment of the brand: the recipient is a member' })
  readonly inSegment?: string | undefined;
}
