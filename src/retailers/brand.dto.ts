import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsEmail, IsIn, Length, Matches, MaxLength, ValidateIf } from 'class-validator';
import { DEFAULT_BRAND_KIT, FONTS, type FontName, type Palette, type Tone, TONES } from '#libs/compositor';
import { IfGiven, IsNested, IsPlainText, IsWhole, Trim } from '../api/fields.js';

const { palette, fonts } = DEFAULT_BRAND_KIT;

const Color = (): PropertyDecorator =>
  Matches(/^#[0-9a-f]{6}$/i, { message: '$property must be a colour like #1f4e5f' });
/** Null removes the value. */
export const Nullable = (): PropertyDecorator =>
  ValidateIf((_object, value: unknown) => value !== undefined && value !== null);

export class PaletteAnswer implements Palette {
  @IfGiven()
  @Color()
  @ApiProperty({ example: palette.primary })
  readonly primary!: string;

  @IfGiven()
  @Color()
  @ApiProperty({ example: palette.secondary })
  readonly secondary!: string;

  @IfGiven()
  @Color()
  @ApiProperty({ example: palette.accent })
  readonly accent!: string;

  @IfGiven()
  @Color()
  @ApiProperty({ example: palette.background, description: 'Behind images and text' })
  readonly background!: string;

  @IfGiven()
  @Color()
  @ApiProperty({ example: palette.text })
  readonly text!: string;
}

export class FontsAnswer {
  @IfGiven()
  @IsIn(FONTS)
  @ApiProperty({ enum: FONTS, example: fonts.heading })
  readonly heading!: FontName;

  @IfGiven()
  @IsIn(FONTS)
  @ApiProperty({ enum: FONTS, example: fonts.body })
  readonly body!: FontName;
}

/** The sender of a brand's emails. A value is null until somebody sets it. */
export class SenderAnswer {
  @Nullable()
  @Trim()
  @Length(1, 120)
  @IsPlainText()
  @ApiProperty({ type: String, nullable: true, example: 'Winter Lane' })
  readonly name!: string | null;

  @Nullable()
  @IsEmail()
  @MaxLength(254)
  @ApiProperty({ type: String, nullable: true, example: 'hello@shop.example' })
  readonly email!: string | null;

  @Nullable()
  @IsEmail()
  @MaxLength(254)
  @ApiProperty({ type: String, nullable: true, example: 'care@shop.example' })
  readonly replyTo!: string | null;

  @Nullable()
  @Trim()
  @Length(1, 300)
  @IsPlainText()
  @ApiProperty({ type: String, nullable: true, example: '1 Winter Lane, 12345 Town' })
  readonly postalAddress!: string | null;
}

class DoubleOptIn {
  @IsBoolean()
  @ApiProperty({ example: false })
  readonly enabled!: boolean;
}

class GlobalHoldout {
  @IsWhole(0, 20, { example: 0, description: 'Percent of the people who enter a sequence; 0 is off' })
  readonly percent!: number;
}

export class SettingsAnswer {
  @IfGiven()
  @IsBoolean()
  @ApiProperty({ example: false, description: 'Whether customers with unknown consent receive emails' })
  readonly mailUnknownConsent!: boolean;

  @IsNested(() => DoubleOptIn, {
    required: false,
    description:
      'Whether customers with unknown consent are asked, once ever, whether they want emails. Only in countries whose ' +
      'law lets a store ask: 422 says why not',
  })
  readonly doubleOptIn!: DoubleOptIn;

  @IsNested(() => GlobalHoldout, {
    required: false,
    description:
      'Who gets nothing from any sequence of the brand, at random, so that the results show what all sequences cause ' +
      'together. Another percent begins another experiment',
  })
  readonly globalHoldout!: GlobalHoldout;

  @IfGiven()
  @IsBoolean()
  @ApiProperty({ example: false, description: 'Whether live runs of sequences may only show approved images' })
  readonly requireApprovedImages!: boolean;

  @IfGiven()
  @IsBoolean()
  @ApiProperty({
    example: false,
    description:
      'Whether a live run of a sequence needs a plan that two different owners or operators have approved. An ' +
      'automatic sequence has no plan: an owner who saves it starts it',
  })
  readonly approvalByTwo!: boolean;
}

export class BrandAnswer {
  @ApiProperty({ format: 'uuid', example: '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11' })
  readonly id!: string;

  @ApiProperty({ format: 'uuid', example: '8a1f0d3e-7b65-5c4d-8e2f-1a0b9c8d7e6f' })
  readonly retailerId!: string;

  @ApiProperty({ example: 'Winter Lane' })
  readonly name!: string;

  @ApiProperty()
  readonly palette!: PaletteAnswer;

  @ApiProperty()
  readonly fonts!: FontsAnswer;

  @ApiProperty({ type: String, nullable: true, example: 'https://cdn.example/logo.png' })
  readonly logoUrl!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'https://cdn.example/logo-light.png' })
  readonly logoDarkUrl!: string | null;

  @ApiProperty({ example: 8 })
  readonly cornerRadius!: number;

  @ApiProperty({ enum: TONES })
  readonly tone!: Tone;

  @ApiProperty()
  readonly sender!: SenderAnswer;

  @ApiProperty()
  readonly settings!: SettingsAnswer;

  @ApiProperty({ example: 3, description: 'Incremented with every change of the name or the look' })
  readonly version!: number;
}
