import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { ProblemValidationPipe } from '#libs/kernel';

/** What a store's own site sends for a customer whom it has logged in. */
export class MultipassBody {
  @IsString()
  @Length(1, 255)
  @ApiProperty({ example: 'shop1.myshopify.com' })
  shop!: string;

  @IsString()
  @Length(1, 16_384)
  @ApiProperty({ description: 'As made for the login address of the store; good for 15 minutes and one sign-on' })
  multipassToken!: string;
}

const pipe = new ProblemValidationPipe();

/** The body of a route that takes others too; 422 with pointers for one that breaks the schema. */
export const readMultipassBody = (body: object): Promise<MultipassBody> =>
  pipe.transform(body, { type: 'body', metatype: MultipassBody }) as Promise<MultipassBody>;
