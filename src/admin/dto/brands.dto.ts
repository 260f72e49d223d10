import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { IsIn, IsUrl, MaxLength } from 'class-validator';
import { type Tone, TONES } from '#libs/compositor';
import { IfGiven, IsId, IsNested, IsText, IsWhole } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';
import { FontsAnswer, Nullable, PaletteAnswer, SenderAnswer, SettingsAnswer } from '../../retailers/brand.dto.js';

const ADDRESS = { protocols: ['http', 'https'], require_protocol: true, require_tld: false, disallow_auth: true };

/** By default `PartialType` would accept null for every key. */
const NULL_IS_A_VALUE = { skipNullProperties: false };

class PaletteBody extends PartialType(PaletteAnswer, NULL_IS_A_VALUE) {}
class FontsBody extends PartialType(FontsAnswer, NULL_IS_A_VALUE) {}
class SenderBody extends PartialType(SenderAnswer, NULL_IS_A_VALUE) {}
class SettingsBody extends PartialType(SettingsAnswer, NULL_IS_A_VALUE) {}

export class BrandsQuery extends PageQuery {
  @IsId()
  @ApiProperty({ format: 'uuid', example: '8a1f0d3e-7b65-5c4d-8e2f-1a0b9c8d7e6f' })
  retailerId!: string;
}

export class BrandBody {
  @IsText(120, { required: false, example: 'Winter Lane' })
  name?: string;

  @IsNested(() => PaletteBody, { required: false })
  palette?: PaletteBody;

  @IsNested(() => FontsBody, { required: false })
  fonts?: FontsBody;

  @Nullable()
  @IsUrl(ADDRESS)
  @MaxLength(2_000)
  @ApiPropertyOptional({ type: String, nullable: true, example: 'https://cdn.example/logo.png' })
  logoUrl?: string | null;

  @Nullable()
  @IsUrl(ADDRESS)
  @MaxLength(2_000)
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'https://cdn.example/logo-light.png',
    description: 'The logo in emails in dark mode. Without one the logo has a light plate behind it',
  })
  logoDarkUrl?: string | null;

  @IsWhole(0, 48, { required: false, description: 'Pixels at a width of 600' })
  cornerRadius?: number;

  @IfGiven()
  @IsIn(TONES)
  @ApiPropertyOptional({ enum: TONES })
  tone?: Tone;

  @IsNested(() => SenderBody, { required: false })
  sender?: SenderBody;

  @IsNested(() => SettingsBody, { required: false })
  settings?: SettingsBody;
}
