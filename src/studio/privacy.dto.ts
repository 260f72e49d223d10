import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, Length } from 'class-validator';
import { IfGiven, IsPlainText, Trim } from '../api/fields.js';
import { ASKED_KINDS, type AskedKind } from '../privacy/privacy-request.entity.js';

export class AskPrivacyBody {
  @IsIn(ASKED_KINDS)
  @ApiProperty({
    enum: ASKED_KINDS,
    description: '`data_request` makes a file of all that is stored about the customer; `customer_redact` erases it',
  })
  readonly kind!: AskedKind;

  @IfGiven()
  @Trim()
  @Length(1, 320)
  @IsPlainText()
  @ApiPropertyOptional({
    example: 'bob@example.com',
    description:
      "For `customer_redact`, which nothing can undo: the customer's address, or the platform's id where the customer " +
      'has no address. Anything else is refused',
  })
  readonly confirm?: string;
}
