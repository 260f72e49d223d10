import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

/** No script, nothing from elsewhere, and never inside another page. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

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
  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', POLICY)
  @Header('referrer-policy', 'no-referrer')
  @Header('x-content-type-options', 'nosniff')
  page(): string {
    return PAGE;
  }
}
