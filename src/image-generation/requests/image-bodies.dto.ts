import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsNumber, Length, Max, Min, ValidateNested } from 'class-validator';
import {
  FAMILY_NAMES,
  FORMAT_WISHES,
  type FormatWish,
  GRID_FAMILY_NAMES,
  MAX_BANNER_PRODUCTS,
  MAX_GRID_PRODUCTS,
  STYLES,
} from '#libs/compositor';
import { FromInstant, IfGiven, IsId, IsInstant, IsNested, IsPlainText, IsText, IsWhole } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';
import { type Fallback, FALLBACKS } from '../renders/image-spec.js';
import { type Decision, DECISIONS } from './image-approval.entity.js';

const BRAND_ID = '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11';
const PROMPT = 'A quiet lake at dawn, mist over the water, one red canoe';
const STYLE = `Free text; these names have their own treatment: ${STYLES.join(', ')}`;

const shownWidth = (otherwise: string) => ({
  required: false,
  example: 600,
  description: `The width in CSS pixels at which readers see the image. ${otherwise}`,
});

export class DimensionsBody {
  @IsWhole(64, 4096, { example: 1200 })
  width!: number;

  @IsWhole(64, 4096, { example: 600 })
  height!: number;
}

/** The fields that every kind of image shares. */
abstract class ImageBody {
  @IsId()
  @ApiProperty({ format: 'uuid', example: BRAND_ID })
  brandId!: string;

  @IfGiven()
  @IsIn(FORMAT_WISHES)
  @ApiPropertyOptional({
    enum: FORMAT_WISHES,
    default: 'png',
    description: '`auto`: JPEG for photographs, PNG or WebP for flat art. The variant says which it is',
  })
  format: FormatWish = 'png';
}

/** An image for which a provider may be called. */
abstract class PaintedBody extends ImageBody {
  @IfGiven()
  @IsIn(FALLBACKS)
  @ApiPropertyOptional({
    enum: FALLBACKS,
    default: 'local',
    description:
      "What becomes of the request if the provider's images are rejected twice: `local` draws it here, without a " +
      'photograph; `fail` fails it with `image_rejected`',
  })
  fallback: Fallback = 'local';
}

/** An image without text, which a provider may make. */
abstract class PromptBody extends PaintedBody {
  @IsText(4_000, { example: PROMPT })
  prompt!: string;

  @IsWhole(1, 4, { required: false, default: 1 })
  variants: number = 1;

  @IsText(250, {
    required: false,
    example: 'A red canoe on a quiet lake at dawn',
    description:
      "What a provider's image shows, for people who can't see it. By default the text names the brand. " +
      'An image that is drawn here describes itself',
  })
  altText?: string;

  @IsWhole(
    32,
    4096,
    shownWidth(
      'The limit of the file counts for two pixels per CSS pixel. The default is half of the width above 800 pixels, ' +
        'else the width',
    ),
  )
  shownWidth?: number;
}

export class GenerateBody extends PromptBody {
  @IsText(64, { required: false, default: 'photographic', description: STYLE })
  style: string = 'photographic';

  @IsNested(() => DimensionsBody, {
    required: false,
    description: 'Pixels, at most 8,388,608 (4096 x 2048); 1024 x 1024 by default',
  })
  dimensions?: DimensionsBody;
}

export class HeroBody extends PromptBody {
  @IsText(64, { example: 'watercolor', description: STYLE })
  style!: string;

  @IsNested(() => DimensionsBody, { description: 'Pixels, at most 8,388,608 (4096 x 2048)' })
  dimensions!: DimensionsBody;
}

/** Either the id of a product of the store, or the product's title, price and image. */
export class BannerProductBody {
  @IfGiven()
  @Length(1, 255)
  @IsPlainText()
  @ApiPropertyOptional({
    example: '632910392',
    description: "The platform's id; title, price and image then come from the store",
  })
  productId?: string;

  @IfGiven()
  @Length(1, 2_000)
  @IsPlainText()
  @ApiPropertyOptional({ example: 'https://cdn.example/candle.png' })
  imageUrl?: string;

  @IsText(200, { required: false, example: 'Beeswax candle' })
  title?: string;

  @IsText(32, { required: false, example: '€24.90', description: 'As it is shown, with its currency' })
  price?: string;

  @IsText(32, {
    required: false,
    example: '€32.00',
    description: 'A former price, struck through. For a productId it comes from the store, where it has held',
  })
  compareAtPrice?: string;
}

/** Either a `prompt`, with a `style`, or an `imageUrl`. */
class BackgroundBody {
  @IsText(4_000, { required: false, example: 'Soft linen and dried flowers in morning light' })
  prompt?: string;

  @IfGiven()
  @Length(1, 2_000)
  @IsPlainText()
  @ApiPropertyOptional({
    example: 'https://cdn.example/studio.jpg',
    description: 'A photograph of yours, fetched once and used as it is; no provider is called',
  })
  imageUrl?: string;

  @IsText(64, { required: false, example: 'photographic', description: STYLE })
  style?: string;
}

class CountdownBody {
  @FromInstant()
  @IsInstant()
  @ApiProperty({
    type: String,
    format: 'date-time',
    example: '2026-12-31T23:00:00Z',
    description: 'At most 99 days ahead',
  })
  endsAt!: Date;

  @IsText(60, { example: 'This offer has ended', description: 'Takes the place of the countdown at the end' })
  ended!: string;

  @IsText(35, {
    required: false,
    default: 'en',
    example: 'de',
    description: 'Of the words days, hours, minutes, seconds',
  })
  language: string = 'en';
}

export class BannerBody extends PaintedBody {
  @IsText(200, { example: 'We kept your favourites warm' })
  headline!: string;

  @IsText(300, { required: false, example: '20% off everything until Sunday' })
  subheadline?: string;

  @IsText(60, { required: false, example: 'Come back in' })
  callToAction?: string;

  @IsText(300, { required: false, example: 'Not with other offers.' })
  legal?: string;

  @IsText(60, { required: false, example: '20% off', description: 'Its figure is set large' })
  offer?: string;

  @IsText(40, { required: false, example: 'Just in', description: 'A short line before the headline' })
  badge?: string;

  @IsNested(() => CountdownBody, {
    required: false,
    description: 'The time left, as an animated GIF that is made when it is opened; `format` has no effect then',
  })
  countdown?: CountdownBody;

  @IfGiven()
  @IsIn(FAMILY_NAMES)
  @ApiPropertyOptional({
    enum: FAMILY_NAMES,
    description: 'The layout family. If it does not fit the request, and by default, the best one is taken',
  })
  family?: string;

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_BANNER_PRODUCTS)
  @ValidateNested({ each: true })
  @Type(() => BannerProductBody)
  @ApiPropertyOptional({ type: [BannerProductBody], maxItems: MAX_BANNER_PRODUCTS })
  products: BannerProductBody[] = [];

  @IsNested(() => BackgroundBody, { required: false, description: "By default the brand's own treatment" })
  background?: BackgroundBody;

  @IsNested(() => DimensionsBody, { description: 'Pixels, at most 8,388,608 (4096 x 2048)' })
  dimensions!: DimensionsBody;

  @IsWhole(1, 4, { required: false, default: 1, description: 'Layouts of different families, the best first' })
  variants: number = 1;

  @IsWhole(
    32,
    4096,
    shownWidth(
      'Sizes and contrast of the text are judged at this width. The default is half of the width above 800 pixels, ' +
        'else the width',
    ),
  )
  shownWidth?: number;
}

/** Either the id of a product of the store, or the product's title, price and image. */
export class GridProductBody extends BannerProductBody {
  @IfGiven()
  @Length(1, 255)
  @IsPlainText()
  @ApiPropertyOptional({ example: 'candle', description: 'Your own id for a product that is not read from the store' })
  id?: string;

  @IfGiven()
  @IsNumber({ allowNaN: false, allowInfinity: false })
  @Min(-1_000_000)
  @Max(1_000_000)
  @ApiPropertyOptional({
    example: 10,
    description: 'Products of a higher priority stand out more. Without priorities the order counts',
  })
  priority?: number;
}

export class GridBody extends ImageBody {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_GRID_PRODUCTS)
  @ValidateNested({ each: true })
  @Type(() => GridProductBody)
  @ApiProperty({ type: [GridProductBody], minItems: 1, maxItems: MAX_GRID_PRODUCTS })
  products!: GridProductBody[];

  @IsText(4_000, { required: false, example: 'Lead with the candles; winter mood' })
  brief?: string;

  @IfGiven()
  @IsIn(GRID_FAMILY_NAMES)
  @ApiPropertyOptional({
    enum: GRID_FAMILY_NAMES,
    description: 'The form of the cells. If it does not fit the products, and by default, the best one is taken',
  })
  family?: string;

  @IsWhole(320, 800, { required: false, default: 600, description: 'CSS pixels' })
  width: number = 600;

  @IsWhole(
    320,
    800,
    shownWidth('Sizes and contrast of the text and the limit of the file refer to it. The default is `width`'),
  )
  shownWidth?: number;
}

export class ApprovalBody {
  @IsIn(DECISIONS)
  @ApiProperty({ enum: DECISIONS })
  approval!: Decision;

  @IsText(1_000, {
    required: false,
    example: 'The winter colours fit',
    description: 'Why, for those who read it later',
  })
  note?: string;
}

export class ImagesQuery extends PageQuery {
  @IsId()
  @ApiProperty({ format: 'uuid', example: BRAND_ID })
  brandId!: string;
}
