import '@shopify/shopify-api/adapters/node';
import { createServer } from 'node:http';
import { ApiVersion, LogSeverity, shopifyApi } from '@shopify/shopify-api';
import express, { type Request, type Response } from 'express';
import { answerParent } from '../support/children.js';
import { listenOnFreePort, type PeerStart, type PeerStarted } from './listen.js';

/** The peer, a common choice: Express with the platform's own library. It stores nothing. */
answerParent<PeerStart, PeerStarted>(({ secret }) => {
  const shopify = shopifyApi({
    apiKey: 'bench',
    apiSecretKey: secret,
    hostName: 'localhost',
    apiVersion: ApiVersion.July25,
    isEmbeddedApp: false,
    logger: { level: LogSeverity.Error },
  });
  const app = express();
  app.post('/platform-a/webhooks', express.text({ type: '*/*', limit: '5mb' }), async (request, response) => {
    await receive(request, response);
  });
  return listenOnFreePort(createServer(app));

  async function receive(request: Request<object, string, string>, response: Response<string>): Promise<void> {
    const { valid } = await shopify.webhooks.validate({
      rawBody: request.body,
      rawRequest: request,
      rawResponse: response,
    });
    response.status(valid ? 200 : 401).send('ok');
  }
});
