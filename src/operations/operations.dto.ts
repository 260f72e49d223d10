import { ApiProperty } from '@nestjs/swagger';
import type { Part, Readiness } from './health.service.js';

export class LivenessAnswer {
  @ApiProperty({ enum: ['ok'] })
  status!: 'ok';
}

class ReadinessChecks {
  @ApiProperty({ enum: ['up', 'down'] })
  postgres!: Part;

  @ApiProperty({ enum: ['up', 'down'] })
  redis!: Part;
}

export class ReadinessAnswer implements Readiness {
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
