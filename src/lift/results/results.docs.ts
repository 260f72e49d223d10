import { applyDecorators, Header } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiProduces } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';

const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** An answer in the language of the header. */
export const ApiLanguage = (what: string): MethodDecorator =>
  ApiHeader({ name: 'accept-language', required: false, description: `The language of ${what}` });

/** An answer with the figures as a CSV file. */
export const ResultsCsv = (): MethodDecorator =>
  applyDecorators(
    Header('Content-Type', 'text/csv; charset=utf-8'),
    Header('Content-Disposition', 'attachment; filename="results.csv"'),
    ApiOperation({ summary: 'The same figures as CSV, one to a line' }),
    ApiProduces('text/csv'),
    ApiOkResponse({ schema: { type: 'string' } }),
    ApiProblems(400, 404),
  );

/** An answer with the interval over time as an SVG image. */
export const ResultsChart = (): MethodDecorator =>
  applyDecorators(
    Header('Content-Type', 'image/svg+xml; charset=utf-8'),
    // If a browser shows the SVG as a page, the page must not run scripts or load anything.
    Header('Content-Security-Policy', SVG_POLICY),
    ApiOperation({ summary: "The interval of the incremental customers over time, with today's orders, as SVG" }),
    ApiLanguage('the words'),
    ApiProduces('image/svg+xml'),
    ApiOkResponse({ schema: { type: 'string' } }),
    ApiProblems(400, 404),
  );
