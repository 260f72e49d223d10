import { ApiProperty } from '@nestjs/swagger';

/** Recipients of an image that is made for each person, over all executions. */
export class PersonalCountsAnswer {
  @ApiProperty({ example: 287, description: 'The different images. Recipients with the same content share one' })
  images!: number;

  @ApiProperty({ example: 0, description: 'Recipients whose image is not there yet' })
  waiting!: number;

  @ApiProperty({ example: 96_120, description: 'Recipients with an image of their own content' })
  personal!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'number' },
    example: { no_product: 3_310, late: 12 },
    description:
      'Recipients who see the image of the request, by the reason: no_name, no_product, no_companion, no_photograph, ' +
      'no_price, other_currency, no_code, text_too_long, text_does_not_fit, rule_broken, illegible, image_unusable, ' +
      'not_drawn, late',
  })
  fallback!: Readonly<Record<string, number>>;
}
