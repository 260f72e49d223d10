import { ApiProperty } from '@nestjs/swagger';

/** An email filled for one recipient. */
export class RenderedEmail {
  @ApiProperty({ example: 'Ada, we miss you' })
  readonly subject!: string;

  @ApiProperty({ example: '<!doctype html>...' })
  readonly html!: string;

  @ApiProperty({ example: 'It has been a while...' })
  readonly text!: string;

  @ApiProperty({ example: 18_204, description: 'Size of the HTML part; more than 102,400 is refused' })
  readonly bytes!: number;
}
