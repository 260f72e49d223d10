import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsString, MaxLength, MinLength } from 'class-validator';
import { IfGiven, IsId } from '../../api/fields.js';
import { CODE, JWT } from '../../auth/customer-tokens.dto.js';
import { RetailerMeAnswer } from './accounts.dto.js';

const LONGEST_TOKEN = 8_192;

/** Exactly one of `code` and `adminToken`. */
export class BrowserSessionBody {
  @IfGiven()
  @IsString()
  @MinLength(1)
  @MaxLength(256)
  @ApiPropertyOptional({ example: CODE, description: 'The `code` in the address after an install or a load' })
  code?: string;

  @IfGiven()
  @IsString()
  @MinLength(1)
  @MaxLength(LONGEST_TOKEN)
  @ApiPropertyOptional({ example: JWT, description: 'Signs an operator in. The session ends with the token' })
  adminToken?: string;

  @IfGiven()
  @IsBoolean()
  @ApiPropertyOptional({
    default: false,
    description:
      'Whether the page stands in a frame of another site: then the cookie is `SameSite=None; Secure; Partitioned`, else `Lax`',
  })
  framed?: boolean;
}

export class ChosenRetailerBody {
  @IfGiven()
  @IsId()
  @ApiPropertyOptional({
    format: 'uuid',
    description: 'The retailer that the operator looks after from now on. Missing: none',
  })
  retailerId?: string;
}

export class BrowserSessionAnswer {
  @ApiProperty({
    enum: ['user', 'operator', 'none'],
    description: 'A user of the store, or an operator of the service; `none` for a browser without a session',
  })
  kind!: 'user' | 'operator' | 'none';

  @ApiProperty({
    type: String,
    nullable: true,
    example: '7',
    description: "The platform's id of the user, `sub` of the admin token, or `oidc:` with the `sub` of the account",
  })
  subject!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expiresAt!: Date | null;

  @ApiProperty({
    type: RetailerMeAnswer,
    nullable: true,
    description: 'Null without a session, and for an operator who has not chosen one',
  })
  retailer!: RetailerMeAnswer | null;
}

export class OidcAnswer {
  @ApiProperty({ example: false })
  configured!: boolean;
}
