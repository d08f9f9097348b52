import { createServer } from 'node:http';
import { createMessageProviders, SMS_PATH } from '../../src/apps/simulator/outbox/message-providers.ts';
import { createOutbox, type Outbox } from '../../src/apps/simulator/outbox/outbox.ts';
import { startMailServer } from '../../src/apps/simulator/outbox/start-mail-server.ts';
import {
  type PaymentProvider,
  startPaymentProvider,
} from '../../src/apps/simulator/payment-provider/start-payment-provider.ts';
import { createWorldClock } from '../../src/apps/simulator/world/clock.ts';
import { startTestBucket, type TestBucket } from '../../src/platform/testing/test-bucket.ts';
import { freePort } from '../start-product.ts';

/** What a shop rents elsewhere: mail, text messages, object storage, and an account at a payment provider. */
export interface Surroundings {
  readonly mailPort: number;
  readonly smsEndpoint: string;
  readonly bucket: TestBucket;
  readonly provider: PaymentProvider;
  readonly providerKey: string;
  /** Mails and text messages that arrived. */
  readonly outbox: Outbox;
  /** Settings of a product that may reach them. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const PROVIDER_KEY = 'sk_test_shopFromNothing1';

export async function startSurroundings(): Promise<Surroundings> {
  const clock = createWorldClock();
  const outbox = createOutbox(clock);
  const messages = createMessageProviders(outbox, clock);
  const [mailPort, smsPort, bucketPort] = [await freePort(), await freePort(), await freePort()];
  const mail = await startMailServer(mailPort, messages);
  const sms = createServer(
    (request, response) =>
      void messages.answer(request, response, new URL(request.url ?? '/', 'http://messages.example')),
  );
  await new Promise<void>((done) => sms.listen(smsPort, '127.0.0.1', done));
  const bucket = await startTestBucket(bucketPort);
  const provider = await startPaymentProvider({ accounts: [{ secretKey: PROVIDER_KEY }] });
  return {
    mailPort,
    smsEndpoint: `http://127.0.0.1:${smsPort}${SMS_PATH}`,
    bucket,
    provider,
    providerKey: PROVIDER_KEY,
    outbox,
    env: {
      DEMO: 'off',
      STRIPE_API_BASE: provider.url,
      OUTBOUND_ALLOW: [mailPort, smsPort, bucketPort].map((port) => `127.0.0.1:${port}`).join(','),
    },
    stop: async () => {
      sms.closeAllConnections();
      await Promise.all([mail.stop(), bucket.close(), provider.stop(), new Promise((done) => sms.close(done))]);
    },
  };
}
