import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { packageVersion, serviceFile } from '../config/package-version.js';
import type { BuildAnswer } from './operations.dto.js';

/** What this process runs. The build writes the commit where it knows it. */
@Injectable()
export class BuildVersionService {
  private readonly answer: BuildAnswer;

  constructor(dataSource: DataSource) {
    this.answer = {
      version: packageVersion(),
      commit: serviceFile('dist/commit') || null,
      schema: dataSource.migrations.at(-1)?.name ?? '',
      node: process.versions.node,
      startedAt: new Date(Date.now() - performance.now()),
    };
  }

  read(): BuildAnswer {
    return this.answer;
  }
}
