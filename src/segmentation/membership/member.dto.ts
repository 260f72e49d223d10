import { ApiProperty } from '@nestjs/swagger';
import { SampleCustomerAnswer } from '../evaluation/sample-customer.dto.js';

export class MemberAnswer extends SampleCustomerAnswer {
  @ApiProperty({ type: String, format: 'date-time' })
  readonly enteredAt!: Date;
}
