import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { LOOPBACK } from '../world/local-http.ts';
import type { MessageProviders } from './message-providers.ts';
import { readMail } from './read-mail.ts';

export interface MailServer {
  readonly port: number;
  stop(): Promise<void>;
}

const LARGEST = 1024 * 1024;
/** What a mail server says where something was asked to go wrong (RFC 5321, 3463). */
const REPLIES = {
  refuse: [554, '5.7.1 not wanted'],
  unknownReceiver: [550, '5.1.1 no such mailbox'],
  busy: [451, '4.3.0 come back later'],
  rateLimit: [450, '4.7.1 too many'],
} as const;

/** The connection goes without a word. */
function hangUp({ connections }: SMTPServer, id: string): void {
  type Connection = { readonly id: string; readonly _socket: { destroy(): void } };
  for (const one of connections as unknown as Set<Connection>) if (one.id === id) one._socket.destroy();
}

/** Takes every mail, without login and without TLS: it listens on loopback only. */
export async function startMailServer(port: number, providers: MessageProviders): Promise<MailServer> {
  const { outbox, faults, reports } = providers;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    size: LARGEST,
    onRcptTo: (_address, _session, done) => {
      const fault = faults.take('email', 'refuse', 'unknownReceiver', 'busy', 'rateLimit');
      if (!fault) return done();
      const [responseCode, said] = REPLIES[fault.kind];
      done(Object.assign(new Error(said), { responseCode }));
    },
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
          const sender = session.envelope.mailFrom;
          if (sender && messageId) reports.report(reports.account('email', sender.address), messageId);
        }
        if (faults.take('email', 'hangUp')) return hangUp(server, session.id);
        const slow = faults.take('email', 'slow');
        if (slow) setTimeout(done, slow.seconds * 1_000);
        else done();
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
