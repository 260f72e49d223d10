import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { ProblemValidationPipe } from '#libs/kernel';

/** A store's own site sends this body for a customer who has logged in there. */
export class MultipassBody {
  @IsString()
  @Length(1, 255)
  @ApiProperty({ example: 'shop1.myshopify.com' })
  shop!: string;

  @IsString()
  @Length(1, 16_384)
  @ApiProperty({ description: 'As for the login address of the store; accepted for 15 minutes and one sign-on' })
  multipassToken!: string;
}

const pipe = new ProblemValidationPipe();

/** Validates the body by hand, because the route also accepts other forms; 422 with pointers. */
export const readMultipassBody = (body: object): Promise<MultipassBody> =>
  pipe.transform(body, { type: 'body', metatype: MultipassBody }) as Promise<MultipassBody>;
