import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Length } from 'class-validator';
import { IsId, IsPlainText, Trim } from '../api/fields.js';
import { BRAND_ID } from './definitions/definition.dto.js';
import {
  DATA,
  LANGUAGES,
  type LibraryLanguage,
  TEMPLATE_IDS,
  type TemplateData,
  type TemplateId,
} from './library/catalogue.js';

export class EmailTemplateAnswer {
  @ApiProperty({ enum: TEMPLATE_IDS, example: 'win-back' })
  readonly id!: TemplateId;

  @ApiProperty({ example: 'Win-back in three emails' })
  readonly name!: string;

  @ApiProperty({ example: 'A reminder, an offer, and a last reminder before the offer ends.' })
  readonly description!: string;

  @ApiProperty({ enum: LANGUAGES, isArray: true, description: 'BCP 47' })
  readonly languages!: readonly LibraryLanguage[];

  @ApiProperty({ example: 3, description: 'The number of emails' })
  readonly emails!: number;

  @ApiProperty({ example: true, description: 'Whether its emails have an offer' })
  readonly hasOffer!: boolean;

  @ApiProperty({
    enum: DATA,
    isArray: true,
    example: [],
    description: 'Data without which the emails have nothing to say',
  })
  readonly needs!: readonly TemplateData[];

  @ApiProperty({
    enum: DATA,
    isArray: true,
    example: ['last-order', 'bestsellers'],
    description: 'Products that the emails show where the store has them',
  })
  readonly shows!: readonly TemplateData[];
}

export class UseTemplateBody {
  @IsId()
  @ApiProperty({ format: 'uuid', example: BRAND_ID })
  readonly brandId!: string;

  @Trim()
  @Length(1, 120)
  @IsPlainText()
  @ApiProperty({ minLength: 1, maxLength: 120, example: 'Lapsed', description: 'The name of a segment of the brand' })
  readonly segment!: string;

  @IsIn(LANGUAGES)
  @ApiProperty({ enum: LANGUAGES, example: 'de' })
  readonly language!: LibraryLanguage;
}
