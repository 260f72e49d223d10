import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, Length, ValidateNested } from 'class-validator';
import { FromInstant, IsInstant } from '../../api/fields.js';
import { EMAIL_EVENT_TYPES, type EmailEventType } from '../consent/email-event.entity.js';

@ApiSchema({ name: 'EmailEvent' })
export class EmailEventBody {
  @ApiProperty({ example: 'evt_01HZX', description: "The reporter's id; a repeat of it has no effect" })
  @IsString()
  @Length(1, 200)
  id!: string;

  @ApiProperty({ enum: EMAIL_EVENT_TYPES, example: 'hard_bounce' })
  @IsIn(EMAIL_EVENT_TYPES)
  type!: EmailEventType;

  @ApiProperty({
    example: '<6f1c2a54-0b0e-5c7e-9a35-0f1d2e3c4b5a.0a8f0a62-5f3b-5d44-8c2e-7b1f0d9e8c7b@mail.example>',
    description: 'The Message-ID of the email, with or without angle brackets',
  })
  @IsString()
  @Length(1, 300)
  messageId!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T10:00:00Z' })
  @FromInstant()
  @IsInstant()
  occurredAt!: Date;
}

/** Reports about emails that a mail server has accepted, in a format of no particular provider. */
@ApiSchema({ name: 'EmailEvents' })
export class EmailEventsBody {
  @ApiProperty({ type: [EmailEventBody], description: '1 to 500' })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(500)
  @ValidateNested({ each: true })
  @Type(() => EmailEventBody)
  events!: EmailEventBody[];
}

@ApiSchema({ name: 'EmailEventsAnswer' })
export class EmailEventsAnswer {
  @ApiProperty({ example: 1, description: 'Reports that are new' })
  recorded!: number;

  @ApiProperty({ example: 0, description: 'Reports that are known, or whose email was not sent by this service' })
  ignored!: number;
}
