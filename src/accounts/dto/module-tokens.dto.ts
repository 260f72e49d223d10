import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import type { ModuleTokenView } from '../../auth/module-token-records.service.js';
import type { Minter } from '../../auth/token-rules.js';

const LEAST = 60;

/** The longest life of a module token, which is also the default, by the kind of its creator. */
export const MODULE_TOKEN_SECONDS: Readonly<Record<Minter['kind'], number>> = { user: 3_600, admin: 86_400 };

export class ModuleTokenBody {
  @IsOptional()
  @IsInt()
  @Min(LEAST)
  @Max(MODULE_TOKEN_SECONDS.user)
  @ApiPropertyOptional({ example: 3_600, minimum: LEAST, maximum: 3_600, description: 'Seconds. Default: an hour' })
  expiresIn?: number;
}

export class AdminModuleTokenBody {
  @IsOptional()
  @IsInt()
  @Min(LEAST)
  @Max(MODULE_TOKEN_SECONDS.admin)
  @ApiPropertyOptional({ example: 3_600, minimum: LEAST, maximum: 86_400, description: 'Seconds. Default: a day' })
  expiresIn?: number;
}

const JTI = '7c2b9a54-1f0e-4d53-9c86-2e1d0f3a4b5c';

export class ModuleTokenAnswer {
  @ApiProperty({ example: 'eyJhbGciOiJIUzI1NiJ9…', description: 'Opens /module-r for this retailer' })
  token!: string;

  @ApiProperty({ example: 3_600, description: 'Seconds' })
  expiresIn!: number;

  @ApiProperty({ example: JTI, description: 'The id of the token, for the list and for its revocation' })
  jti!: string;
}

class MinterAnswer implements Minter {
  @ApiProperty({ enum: ['user', 'admin'] })
  kind!: Minter['kind'];

  @ApiProperty({ example: '7', description: "The platform's id of the user, or `sub` of the admin's token" })
  subject!: string;
}

export class ListedModuleTokenAnswer implements ModuleTokenView {
  @ApiProperty({ example: JTI })
  jti!: string;

  @ApiProperty({ type: MinterAnswer, description: 'A token ends when the user who created it loses access' })
  mintedBy!: MinterAnswer;

  @ApiProperty({ example: '2026-11-20T10:00:00.000Z' })
  issuedAt!: Date;

  @ApiProperty({ example: '2026-11-20T11:00:00.000Z' })
  expiresAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  revokedAt!: Date | null;
}
