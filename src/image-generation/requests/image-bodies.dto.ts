import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsDefined,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { IMAGE_FORMATS, type ImageFormat, MAX_BANNER_PRODUCTS, MAX_GRID_PRODUCTS, STYLES } from '#libs/compositor';
import { IfGiven, IsId, IsPlainText, Trim } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';

const BRAND_ID = '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11';
const PROMPT = 'A quiet lake at dawn, mist over the water, one red canoe';
const STYLE = `Any words; these have a treatment of their own: ${STYLES.join(', ')}`;

export class DimensionsBody {
  @IsInt()
  @Min(64)
  @Max(4096)
  @ApiProperty({ type: 'integer', minimum: 64, maximum: 4096, example: 1200 })
  width!: number;

  @IsInt()
  @Min(64)
  @Max(4096)
  @ApiProperty({ type: 'integer', minimum: 64, maximum: 4096, example: 600 })
  height!: number;
}

/** What every kind of picture is asked for with. */
abstract class ImageBody {
  @IsId()
  @ApiProperty({ format: 'uuid', example: BRAND_ID })
  brandId!: string;

  @IfGiven()
  @IsIn(IMAGE_FORMATS)
  @ApiPropertyOptional({ enum: IMAGE_FORMATS, default: 'png' })
  format: ImageFormat = 'png';
}

/** A picture without words, which a provider may make. */
abstract class PictureBody extends ImageBody {
  @IfGiven()
  @Trim()
  @Length(1, 250)
  @IsPlainText()
  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 250,
    example: 'A red canoe on a quiet lake at dawn',
    description:
      "What a provider's picture shows, for people who can't see it; without it the text names the brand. A picture " +
      'that is drawn here says itself what it shows',
  })
  altText?: string;
}

export class GenerateBody extends PictureBody {
  @Trim()
  @Length(1, 4_000)
  @IsPlainText()
  @ApiProperty({ minLength: 1, maxLength: 4_000, example: PROMPT })
  prompt!: string;

  @IfGiven()
  @Trim()
  @Length(1, 64)
  @IsPlainText()
  @ApiPropertyOptional({ minLength: 1, maxLength: 64, default: 'photographic', description: STYLE })
  style: string = 'photographic';

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => DimensionsBody)
  @ApiPropertyOptional({ description: 'Pixels, at most 8 megapixels; 1024 x 1024 unless told' })
  dimensions?: DimensionsBody;

  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(4)
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 4, default: 1 })
  variants: number = 1;
}

export class HeroBody extends PictureBody {
  @Trim()
  @Length(1, 4_000)
  @IsPlainText()
  @ApiProperty({ minLength: 1, maxLength: 4_000, example: PROMPT })
  prompt!: string;

  @Trim()
  @Length(1, 64)
  @IsPlainText()
  @ApiProperty({ minLength: 1, maxLength: 64, example: 'watercolor', description: STYLE })
  style!: string;

  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => DimensionsBody)
  @ApiProperty({ description: 'Pixels, at most 8 megapixels' })
  dimensions!: DimensionsBody;

  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(4)
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 4, default: 1 })
  variants: number = 1;
}

/** Either a product of the store by its id, or everything about it. */
export class BannerProductBody {
  @IfGiven()
  @Length(1, 255)
  @IsPlainText()
  @ApiPropertyOptional({ example: '632910392', description: "The platform's id; the rest is then the store's" })
  productId?: string;

  @IfGiven()
  @Length(1, 2_000)
  @IsPlainText()
  @ApiPropertyOptional({ example: 'https://cdn.example/candle.png' })
  imageUrl?: string;

  @IfGiven()
  @Trim()
  @Length(1, 200)
  @IsPlainText()
  @ApiPropertyOptional({ example: 'Beeswax candle' })
  title?: string;

  @IfGiven()
  @Trim()
  @Length(1, 32)
  @IsPlainText()
  @ApiPropertyOptional({ example: '€24.90', description: 'As it is to be shown, with its currency' })
  price?: string;
}

class BackgroundBody {
  @Trim()
  @Length(1, 4_000)
  @IsPlainText()
  @ApiProperty({ minLength: 1, maxLength: 4_000, example: 'Soft linen and dried flowers in morning light' })
  prompt!: string;

  @IfGiven()
  @Trim()
  @Length(1, 64)
  @IsPlainText()
  @ApiPropertyOptional({ minLength: 1, maxLength: 64, example: 'photographic', description: STYLE })
  style?: string;
}

export class BannerBody extends ImageBody {
  @Trim()
  @Length(1, 200)
  @IsPlainText()
  @ApiProperty({ minLength: 1, maxLength: 200, example: 'We kept your favourites warm' })
  headline!: string;

  @IfGiven()
  @Trim()
  @Length(1, 300)
  @IsPlainText()
  @ApiPropertyOptional({ minLength: 1, maxLength: 300, example: '20% off everything until Sunday' })
  subheadline?: string;

  @IfGiven()
  @Trim()
  @Length(1, 60)
  @IsPlainText()
  @ApiPropertyOptional({ minLength: 1, maxLength: 60, example: 'Come back in' })
  callToAction?: string;

  @IfGiven()
  @Trim()
  @Length(1, 300)
  @IsPlainText()
  @ApiPropertyOptional({ minLength: 1, maxLength: 300, example: 'Not with other offers.' })
  legal?: string;

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_BANNER_PRODUCTS)
  @ValidateNested({ each: true })
  @Type(() => BannerProductBody)
  @ApiPropertyOptional({ type: [BannerProductBody], maxItems: MAX_BANNER_PRODUCTS })
  products: BannerProductBody[] = [];

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => BackgroundBody)
  @ApiPropertyOptional({ description: "Without it the brand's own treatment" })
  background?: BackgroundBody;

  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => DimensionsBody)
  @ApiProperty({ description: 'Pixels, at most 8 megapixels' })
  dimensions!: DimensionsBody;

  @IfGiven()
  @IsInt()
  @Min(32)
  @Max(4096)
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 32,
    maximum: 4096,
    example: 600,
    description:
      'How wide readers see it, in CSS pixels: sizes and contrast of the words are judged by it. ' +
      'Half of the width above 800 pixels, else the width, unless told',
  })
  shownWidth?: number;
}

/** Either a product of the store by its id, or everything about it. */
export class GridProductBody extends BannerProductBody {
  @IfGiven()
  @Length(1, 255)
  @IsPlainText()
  @ApiPropertyOptional({ example: 'candle', description: 'A name of your own for a product that is not looked up' })
  id?: string;

  @IfGiven()
  @IsNumber({ allowNaN: false, allowInfinity: false })
  @Min(-1_000_000)
  @Max(1_000_000)
  @ApiPropertyOptional({ example: 10, description: 'Higher stands out more; without any the order counts' })
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

  @IfGiven()
  @Trim()
  @Length(1, 4_000)
  @IsPlainText()
  @ApiPropertyOptional({ minLength: 1, maxLength: 4_000, example: 'Lead with the candles; winter mood' })
  brief?: string;

  @IfGiven()
  @IsInt()
  @Min(320)
  @Max(800)
  @ApiPropertyOptional({ type: 'integer', minimum: 320, maximum: 800, default: 600, description: 'CSS pixels' })
  width: number = 600;
}

export class ImagesQuery extends PageQuery {
  @IsId()
  @ApiProperty({ format: 'uuid', example: BRAND_ID })
  brandId!: string;
}
