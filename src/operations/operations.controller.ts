import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import type { FastifyReply } from 'fastify';
import { Registry } from 'prom-client';
import { BuildVersionService } from './build-version.service.js';
import { HealthService } from './health.service.js';
import { MetricsPageService } from './metrics-page.service.js';
import { LivenessAnswer, ProblemPage, ReadinessAnswer, BuildAnswer } from './operations.dto.js';
import { explain } from './explain.js';

@ApiTags('operations')
@Controller()
export class OperationsController {
  constructor(
    private readonly health: HealthService,
    private readonly page: MetricsPageService,
    private readonly build: BuildVersionService,
  ) {}

  @Get('health/live')
  @ApiOperation({ summary: 'The process answers' })
  @ApiOkResponse({ type: LivenessAnswer })
  live(): LivenessAnswer {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @ApiOperation({ summary: 'The process and its datastores answer' })
  @ApiOkResponse({ type: ReadinessAnswer })
  @ApiServiceUnavailableResponse({ type: ReadinessAnswer, description: 'A datastore is down' })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<ReadinessAnswer> {
    const readiness = await this.health.readiness();
    void reply.code(readiness.status === 'ok' ? 200 : 503);
    return readiness;
  }

  @Get('version')
  @ApiOperation({ summary: 'What this process runs' })
  @ApiOkResponse({ type: BuildAnswer })
  version(): BuildAnswer {
    return this.build.read();
  }

  @Get('metrics')
  @Header('content-type', Registry.PROMETHEUS_CONTENT_TYPE)
  @ApiOperation({ summary: 'Metrics in the Prometheus text format' })
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' } })
  metrics(): Promise<string> {
    return this.page.read();
  }

  @Get('problems/:code')
  @ApiOperation({ summary: 'The page behind the `type` of a problem' })
  @ApiOkResponse({ type: ProblemPage })
  @ApiProblems(404)
  problem(@Param('code') code: string): ProblemPage {
    return explain(code);
  }
}
