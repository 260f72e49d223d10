import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Runtime } from '../config/runtime.js';

/** No script and nothing from elsewhere. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Says nothing about any store: who looks at it is not known here. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rekindle is installed</title>
<style>
  :root { color-scheme: light dark; font: 18px/1.5 system-ui, sans-serif; }
  body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 0 1.5rem; box-sizing: border-box; }
  main { max-width: 34rem; }
  h1 { font-size: 1.9rem; line-height: 1.2; }
</style>
</head>
<body>
<main>
<h1>Rekindle is installed</h1>
<p>Your store is connected. Customers, products and past orders are being read now; new orders arrive by themselves.</p>
<p>There is nothing else to do here. You can close this page.</p>
</main>
</body>
</html>
`;

/** Where an install ends, unless DASHBOARD_URL names another place. */
@ApiExcludeController()
@Controller('dashboard')
export class DashboardController {
  constructor(private readonly runtime: Runtime) {}

  @Get()
  page(@Res({ passthrough: true }) reply: FastifyReply): string {
    return this.show(reply);
  }

  /** A platform may name a place inside the app; this page is the only one. */
  @Get('*')
  place(@Res({ passthrough: true }) reply: FastifyReply): string {
    return this.show(reply);
  }

  private show(reply: FastifyReply): string {
    void reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${POLICY}; frame-ancestors ${this.runtime.config.frameAncestors}`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    return PAGE;
  }
}
