import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength, MinLength } from 'class-validator';

/** Longer than any that the storefront hands out. */
const LONGEST_TOKEN = 8 * 1024;

export class CustomerSsoBody {
  @IsString()
  @MinLength(1)
  @MaxLength(LONGEST_TOKEN)
  @ApiProperty({
    example: 'eyJhbGciOiJIUzUxMiJ9…',
    description: "What the storefront's /customer/current.jwt?app_client_id=… answers; good once",
  })
  token!: string;

  @IsOptional()
  @IsString()
  @MaxLength(32)
  @ApiPropertyOptional({ example: 'g5cd38', description: "Has to be the token's where it is given" })
  storeHash?: string;
}
