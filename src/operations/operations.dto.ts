import { ApiProperty } from '@nestjs/swagger';

export class LivenessAnswer {
  @ApiProperty({ enum: ['ok'] })
  status!: 'ok';
}

class ReadinessChecks {
  @ApiProperty({ enum: ['up', 'down'] })
  postgres!: 'up' | 'down';

  @ApiProperty({ enum: ['up', 'down'] })
  redis!: 'up' | 'down';
}

export class ReadinessAnswer {
  @ApiProperty({ enum: ['ok', 'error'] })
  status!: 'ok' | 'error';

  @ApiProperty()
  checks!: ReadinessChecks;
}

export class ProblemPage {
  @ApiProperty({ example: 'invalid_input' })
  code!: string;

  @ApiProperty({ example: 422 })
  status!: number;

  @ApiProperty({ example: 'The body breaks its schema; `errors` lists every mistake with its JSON pointer.' })
  meaning!: string;
}
