import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import type { Minter } from '../../auth/module-token.dto.js';

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
