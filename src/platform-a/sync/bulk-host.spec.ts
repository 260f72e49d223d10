import { describe, expect, it } from 'vitest';
import { bulkFileGuard } from './bulk-host.js';

const outside = {
  production: false,
  bulkHosts: ['files.example.com', 'files.example.com:8443'],
  storeUrl: 'http://127.0.0.1:4101/shop1.myshopify.com',
};
const production = { ...outside, production: true, storeUrl: 'https://shop1.myshopify.com' };

describe('the address of a result', () => {
  it('is fetched from the storage of the platform, at a public address only', () => {
    expect(bulkFileGuard('https://storage.googleapis.com/shopify/abc?Expires=1', production)).toEqual({});
  });

  it('is fetched from configured hosts', () => {
    expect(bulkFileGuard('https://files.example.com/a', production)).toEqual({ allow: ['files.example.com:443'] });
    expect(bulkFileGuard('https://files.example.com:8443/a', production)).toEqual({
      allow: ['files.example.com:8443'],
    });
  });

  it('is fetched from the store outside production', () => {
    expect(bulkFileGuard('http://127.0.0.1:4101/other/path', outside)).toEqual({ allow: ['127.0.0.1:4101'] });
    expect(bulkFileGuard('http://127.0.0.1:4101/other/path', { ...outside, production: true })).toBeUndefined();
    expect(bulkFileGuard('https://shop1.myshopify.com/a', production)).toBeUndefined();
  });

  it.each([
    'http://storage.googleapis.com/a',
    'https://storage.googleapis.com:444/a',
    'https://storage.googleapis.com.evil.example/a',
    'https://user@storage.googleapis.com/a',
    'https://evil.example/storage.googleapis.com',
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:4102/a',
    'file:///etc/passwd',
    'no address',
  ])('is not fetched: %s', (url) => {
    expect(bulkFileGuard(url, outside)).toBeUndefined();
    expect(bulkFileGuard(url, production)).toBeUndefined();
  });
});
