import { ApiProperty } from '@nestjs/swagger';

export const CUSTOMER_ID = 'd2b1f4a6-1c7e-5a6d-b7d0-3e1d0c9b8a76';

export class SampleCustomerAnswer {
  @ApiProperty({ format: 'uuid', example: CUSTOMER_ID })
  readonly customerId!: string;

  @ApiProperty({ example: '207119551', description: "The customer's id on the platform" })
  readonly externalId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'bob@example.com' })
  readonly email!: string | null;
}
