import { describe, expect, it } from 'vitest';
import { LocalServiceUnavailable } from './unavailable.js';

describe('LocalServiceUnavailable', () => {
  const postgres = new LocalServiceUnavailable([{ service: 'Postgres', reason: 'there is none' }]);
  const redis = new LocalServiceUnavailable([{ service: 'Redis', reason: 'there is none' }]);

  it('names the command for Homebrew, apt and docker compose, and the variable to set', () => {
    expect(postgres.message).toContain('brew install postgresql@');
    expect(postgres.message).toContain('apt-get install postgresql');
    expect(postgres.message).toContain('docker compose up -d postgres');
    expect(postgres.message).toContain('DATABASE_URL=postgres://');
    expect(redis.message).toContain('brew install redis');
    expect(redis.message).toContain('docker compose up -d redis');
    expect(redis.message).toContain('REDIS_URL=redis://');
  });

  it('names everything that is missing in one message', () => {
    const both = LocalServiceUnavailable.merge([postgres, redis]);
    expect(both.message).toContain('DATABASE_URL');
    expect(both.message).toContain('REDIS_URL');
    expect(both.missing.map(({ service }) => service)).toEqual(['Postgres', 'Redis']);
  });
});
