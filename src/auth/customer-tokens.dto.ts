import { ApiProperty } from '@nestjs/swagger';

export const CODE = '5f0c…64 hexadecimal digits…';
export const JWT = 'eyJhbGciOiJIUzI1NiJ9…';

export class SignedOnCustomer {
  @ApiProperty({ format: 'uuid', example: '1c9d8f5e-0a1b-5c2d-8e3f-4a5b6c7d8e9f' })
  id!: string;

  @ApiProperty({ example: '706405506930370084', description: "The platform's id" })
  externalId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'jane@example.com' })
  email!: string | null;

  @ApiProperty({ format: 'uuid', example: '8a1f0d3e-7b65-5c4d-8e2f-1a0b9c8d7e6f' })
  retailerId!: string;
}

/** The answer to a sign-on or a renewal. */
export class CustomerTokensAnswer {
  @ApiProperty({ example: JWT, description: 'Opens /customer for 15 minutes' })
  accessToken!: string;

  @ApiProperty({ enum: ['Bearer'] })
  tokenType!: 'Bearer';

  @ApiProperty({ example: 900, description: 'Seconds' })
  expiresIn!: number;

  @ApiProperty({ example: CODE, description: 'For POST /auth/token; accepted once, within 30 days' })
  refreshToken!: string;

  @ApiProperty({ type: SignedOnCustomer })
  customer!: SignedOnCustomer;
}
