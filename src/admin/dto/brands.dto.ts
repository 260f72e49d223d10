import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { IsBoolean, IsEmail, IsIn, IsUrl, Length, Matches, MaxLength, ValidateIf } from 'class-validator';
import { DEFAULT_BRAND_KIT, FONTS, type FontName, type Palette, type Tone, TONES } from '#libs/compositor';
import { IfGiven, IsId, IsNested, IsPlainText, IsText, IsWhole, Trim } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';
import type { BrandSender, BrandSettings } from '../../retailers/brand-kit.js';
import type { BrandView } from '../../retailers/brands.service.js';

const { palette, fonts } = DEFAULT_BRAND_KIT;

const Color = (): PropertyDecorator =>
  Matches(/^#[0-9a-f]{6}$/i, { message: '$property must be a colour like #1f4e5f' });
/** Null removes the value. */
const Nullable = (): PropertyDecorator =>
  ValidateIf((_object, value: unknown) => value !== undefined && value !== null);
const ADDRESS = { protocols: ['http', 'https'], require_protocol: true, require_tld: false, disallow_auth: true };

class PaletteAnswer implements Palette {
  @IfGiven()
  @Color()
  @ApiProperty({ example: palette.primary })
  primary!: string;

  @IfGiven()
  @Color()
  @ApiProperty({ example: palette.secondary })
  secondary!: string;

  @IfGiven()
  @Color()
  @ApiProperty({ example: palette.accent })
  accent!: string;

  @IfGiven()
  @Color()
  @ApiProperty({ example: palette.background, description: 'Behind images and text' })
  background!: string;

  @IfGiven()
  @Color()
  @ApiProperty({ example: palette.text })
  text!: string;
}

class FontsAnswer {
  @IfGiven()
  @IsIn(FONTS)
  @ApiProperty({ enum: FONTS, example: fonts.heading })
  heading!: FontName;

  @IfGiven()
  @IsIn(FONTS)
  @ApiProperty({ enum: FONTS, example: fonts.body })
  body!: FontName;
}

class SenderAnswer implements BrandSender {
  @Nullable()
  @Trim()
  @Length(1, 120)
  @IsPlainText()
  @ApiProperty({ type: String, nullable: true, example: 'Winter Lane' })
  name!: string | null;

  @Nullable()
  @IsEmail()
  @MaxLength(254)
  @ApiProperty({ type: String, nullable: true, example: 'hello@shop.example' })
  email!: string | null;

  @Nullable()
  @IsEmail()
  @MaxLength(254)
  @ApiProperty({ type: String, nullable: true, example: 'care@shop.example' })
  replyTo!: string | null;

  @Nullable()
  @Trim()
  @Length(1, 300)
  @IsPlainText()
  @ApiProperty({ type: String, nullable: true, example: '1 Winter Lane, 12345 Town' })
  postalAddress!: string | null;
}

class DoubleOptIn {
  @IsBoolean()
  @ApiProperty({ example: false })
  enabled!: boolean;
}

class SettingsAnswer implements BrandSettings {
  @IfGiven()
  @IsBoolean()
  @ApiProperty({ example: false, description: 'Whether customers with unknown consent receive emails' })
  mailUnknownConsent!: boolean;

  @IsNested(() => DoubleOptIn, {
    required: false,
    description:
      'Whether customers with unknown consent are asked, once ever, whether they want emails. Only in countries whose ' +
      'law lets a store ask: 422 says why not',
  })
  doubleOptIn!: DoubleOptIn;
}

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

export class BrandAnswer implements BrandView {
  @ApiProperty({ format: 'uuid', example: '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11' })
  id!: string;

  @ApiProperty({ format: 'uuid', example: '8a1f0d3e-7b65-5c4d-8e2f-1a0b9c8d7e6f' })
  retailerId!: string;

  @ApiProperty({ example: 'Winter Lane' })
  name!: string;

  @ApiProperty()
  palette!: PaletteAnswer;

  @ApiProperty()
  fonts!: FontsAnswer;

  @ApiProperty({ type: String, nullable: true, example: 'https://cdn.example/logo.png' })
  logoUrl!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'https://cdn.example/logo-light.png' })
  logoDarkUrl!: string | null;

  @ApiProperty({ example: 8 })
  cornerRadius!: number;

  @ApiProperty({ enum: TONES })
  tone!: Tone;

  @ApiProperty()
  sender!: SenderAnswer;

  @ApiProperty()
  settings!: SettingsAnswer;

  @ApiProperty({ example: 3, description: 'Incremented with every change of the name or the look' })
  version!: number;
}
