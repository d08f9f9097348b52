import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { LOOPBACK } from '../world/local-http.ts';
import type { Outbox } from './outbox.ts';
import { readMail } from './read-mail.ts';

export interface MailServer {
  readonly port: number;
  stop(): Promise<void>;
}

const LARGEST = 1024 * 1024;

/** Takes every mail, without login and without TLS: it listens on loopback only. */
export async function startMailServer(port: number, outbox: Outbox): Promise<MailServer> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    size: LARGEST,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(Object.assign(new Error('too large'), { responseCode: 552 }));
        const { messageId, ...mail } = readMail(Buffer.concat(chunks).toString('utf8'));
        for (const { address } of session.envelope.rcptTo) {
          outbox.add({ channel: 'email', to: address, ...mail }, messageId && `${messageId} ${address}`);
        }
        done();
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A client that hangs up in the middle is no trouble of ours.
  server.on('error', () => undefined);
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
