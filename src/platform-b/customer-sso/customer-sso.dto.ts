import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength, MinLength } from 'class-validator';

/** Longer than every token that a storefront issues. */
const LONGEST_TOKEN = 8 * 1024;

export class CustomerSsoBody {
  @IsString()
  @MinLength(1)
  @MaxLength(LONGEST_TOKEN)
  @ApiProperty({
    example: 'eyJhbGciOiJIUzUxMiJ9…',
    description: "The answer of the storefront's /customer/current.jwt?app_client_id=…; accepted once",
  })
  token!: string;

  @IsOptional()
  @IsString()
  @MaxLength(32)
  @ApiPropertyOptional({ example: 'g5cd38', description: 'Has to equal the store of the token' })
  storeHash?: string;
}
