import 'reflect-metadata';
import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { JOB_CATALOGUE, type JobCatalogue, type JobName, namesOf } from './catalogue.js';
import { JOB_HANDLER } from './on-job.decorator.js';

export type JobHandler = (payload: object) => Promise<void>;

/** Finds the `@OnJob` methods. Throws at the start where a job has no handler or more than one. */
@Injectable()
export class JobRegistry {
  constructor(
    @Inject(JOB_CATALOGUE) private readonly catalogue: JobCatalogue,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  handlers(): ReadonlyMap<JobName, JobHandler> {
    const found = new Map<JobName, { where: string; run: JobHandler }>();
    for (const { name, where, run } of this.declared()) {
      const other = found.get(name);
      if (other) throw new Error(`Job "${name}" has two handlers: ${other.where} and ${where}. Remove one @OnJob.`);
      found.set(name, { where, run });
    }
    const missing = namesOf(this.catalogue).filter((name) => !found.has(name));
    if (missing.length > 0) {
      throw new Error(
        missing.map((name) => `Job "${name}" has no handler: add @OnJob('${name}') to a method.`).join('\n'),
      );
    }
    return new Map([...found].map(([name, { run }]) => [name, run]));
  }

  private *declared(): Generator<{ name: JobName; where: string; run: JobHandler }> {
    for (const wrapper of this.discovery.getProviders()) {
      const instance: unknown = wrapper.isDependencyTreeStatic() ? wrapper.instance : undefined;
      if (typeof instance !== 'object' || instance === null) continue;
      const prototype: unknown = Object.getPrototypeOf(instance);
      if (typeof prototype !== 'object' || prototype === null) continue;
      for (const key of this.scanner.getAllMethodNames(prototype)) {
        const method: unknown = Reflect.get(instance, key);
        if (typeof method !== 'function') continue;
        const name = Reflect.getMetadata(JOB_HANDLER, method) as JobName | undefined;
        if (name) yield { name, where: `${wrapper.name}.${key}`, run: method.bind(instance) as JobHandler };
      }
    }
  }
}
