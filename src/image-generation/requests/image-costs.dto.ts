import { ApiProperty } from '@nestjs/swagger';

export class ImageCostsAnswer {
  @ApiProperty({ example: '2026-11', description: 'UTC' })
  readonly month!: string;

  @ApiProperty({ example: '12.4000', description: 'Paid to providers of images' })
  readonly spent!: string;

  @ApiProperty({ example: '0.1600', description: 'For calls that are under way' })
  readonly reserved!: string;

  @ApiProperty({ example: '50.00', description: 'The most that the images of a store may cost in a month' })
  readonly budget!: string;

  @ApiProperty({ enum: ['USD'] })
  readonly currency!: 'USD';
}
